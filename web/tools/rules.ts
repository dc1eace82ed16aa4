// Turns the rules of a game, written in Markdown, into a module with their HTML and their chapters, while building.
//
// `![text](art:bali/mason)` becomes our drawing, `[B8]{#B8}` the number of a ruling that can be linked to.
import { readFile } from "node:fs/promises";
import { Marked, type Tokens } from "marked";
import type { Plugin } from "vite";

interface Chapter {
  id: string;
  title: string;
}

const RULING = /\[([A-Z]\d+)\]\{#([A-Z]\d+)\}/g;

export function rules(): Plugin {
  return {
    name: "pasar-rules",
    enforce: "pre",
    async load(id) {
      const path = id.split("?")[0] ?? "";
      if (!path.endsWith(".md")) return null;
      this.addWatchFile(path);
      const { html, chapters } = rendered(await readFile(path, "utf-8"));
      return `export const html = ${JSON.stringify(html)};\nexport const chapters = ${JSON.stringify(chapters)};\n`;
    },
  };
}

export function rendered(text: string): { html: string; chapters: Chapter[] } {
  const chapters: Chapter[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const title = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${title}</h1>\n`;
        const id = slug(title);
        if (depth === 2) chapters.push({ id, title });
        return `<h${depth} id="${id}">${title}</h${depth}>\n`;
      },
      image({ href, text: label }: Tokens.Image) {
        return drawing(href.replace(/^art:/, ""), label);
      },
    },
  });
  const html = marked.parse(text.replace(RULING, '<a class="ruling" id="$2" href="#$2">$1</a>'), { async: false });
  return { html, chapters };
}

function drawing(name: string, label: string): string {
  const symbol = name.replaceAll("/", "-");
  return `<svg class="art" role="img" aria-label="${label}"><use href="#art-${symbol}"></use></svg>`;
}

function slug(title: string): string {
  const plain = title.replace(/<[^>]*>/g, "").normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  return plain.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
