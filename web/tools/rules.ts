// Turns the rules of a game, written in Markdown, into a module with their HTML and their chapters, while building.
//
// `![text](art:bali/mason)` becomes our drawing, `[B8]{#B8}` the number of a ruling that can be linked to. A place has the
// same name in every language (headings are called as in English), so that a link, and a change of language, keep it.
// Nothing of the text gets into the page as markup of its own: only Markdown does, and only with addresses that lead nowhere bad.
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Lexer, Marked, type RendererObject, type Token, type TokenizerAndRendererExtension, type Tokens } from "marked";
import type { Plugin } from "vite";

interface Chapter {
  id: string;
  title: string;
}

interface Rendered {
  html: string;
  chapters: Chapter[];
}

const ORIGINAL = "en.md";
const SAFE_ADDRESS = /^(#[A-Za-z][\w-]*|\/[\w/#-]*|https:\/\/[^\s"']+)$/;
const DRAWING = /^art:([a-z0-9_]+\/[a-z0-9_]+)$/;

export function rules(): Plugin {
  return {
    name: "pasar-rules",
    enforce: "pre",
    async load(id) {
      const path = id.split("?")[0] ?? "";
      if (!path.endsWith(".md")) return null;
      const original = join(dirname(path), ORIGINAL);
      [path, original].forEach((each) => this.addWatchFile(each));
      const [text, english] = await Promise.all([path, original].map((each) => readFile(each, "utf-8")));
      const { html, chapters } = rendered(text ?? "", english, basename(path));
      return `export const html = ${JSON.stringify(html)};\nexport const chapters = ${JSON.stringify(chapters)};\n`;
    },
  };
}

/** `original` is the same text in the language after which places are called. */
export function rendered(text: string, original = text, file = "rules"): Rendered {
  const names = headings(original).map(({ text: title }) => slug(title));
  if (headings(text).map(shape).join() !== headings(original).map(shape).join())
    throw new Error(`${file}: its headings are not those of the original, one by one`);
  const chapters: Chapter[] = [];
  const marked = new Marked({ renderer: renderer(names, chapters), extensions: [ruling] });
  return { html: marked.parse(text, { async: false }), chapters };
}

/** The number of a ruling, as `[B8]{#B8}`. */
const ruling: TokenizerAndRendererExtension = {
  name: "ruling",
  level: "inline",
  start: (source) => source.match(/\[[A-Z]\d+\]\{#/)?.index,
  tokenizer(source) {
    const found = /^\[([A-Z]\d+)\]\{#\1\}/.exec(source);
    return found ? { type: "ruling", raw: found[0], number: found[1] } : undefined;
  },
  renderer: ({ number }) => `<a class="ruling" id="${String(number)}" href="#${String(number)}">${String(number)}</a>`,
};

function renderer(names: string[], chapters: Chapter[]): RendererObject {
  let number = 0;
  return {
    heading({ tokens, depth }: Tokens.Heading) {
      const title = this.parser.parseInline(tokens);
      const id = names[number++] ?? "";
      if (depth === 1) return `<h1>${title}</h1>\n`;
      if (depth === 2) chapters.push({ id, title: this.parser.parseInline(tokens, this.parser.textRenderer) });
      return `<h${depth} id="${id}"><a class="place" href="#${id}">${title}</a></h${depth}>\n`;
    },
    paragraph({ tokens }: Tokens.Paragraph) {
      const words = this.parser.parseInline(tokens);
      if (!tokens.every((token) => token.type === "image")) return `<p>${words}</p>\n`;
      return `<div class="${tokens.some(isPlan) ? "plate plan" : "plate"}">${words}</div>\n`;
    },
    image: ({ href, text }: Tokens.Image) => drawing(href, text),
    link({ href, tokens }: Tokens.Link) {
      if (!SAFE_ADDRESS.test(href)) throw new Error(`a link in the rules leads to ${href}`);
      return `<a href="${escaped(href)}">${this.parser.parseInline(tokens)}</a>`;
    },
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
    table({ header, rows }: Tokens.Table) {
      const inside = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens);
      const head = header.map((cell) => (cell.text ? `<th scope="col">${inside(cell)}</th>` : "<td></td>")).join("");
      const body = rows.map(([first, ...others]) => {
        const name = first ? `<th scope="row">${inside(first)}</th>` : "";
        return `<tr>${name}${others.map((cell) => `<td>${inside(cell)}</td>`).join("")}</tr>`;
      });
      return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>\n`;
    },
  };
}

/** Drawings that explain something are shown as wide as the words. */
const isPlan = (token: Token): boolean => token.type === "image" && String(token.href).includes("/plan_");

function drawing(address: string, label: string): string {
  const name = DRAWING.exec(address)?.[1];
  if (!name) throw new Error(`a picture in the rules is at ${address}, and not one of our drawings`);
  return `<svg class="art" role="img" aria-label="${escaped(label)}"><use href="#art-${name.replaceAll("/", "-")}"></use></svg>`;
}

function headings(text: string): Tokens.Heading[] {
  return new Lexer().lex(text).filter((token: Token): token is Tokens.Heading => token.type === "heading");
}

const shape = ({ depth }: Tokens.Heading): string => `h${depth}`;

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

function slug(title: string): string {
  const plain = title.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  return plain.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}
