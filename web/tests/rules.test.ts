import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { found, terms } from "../src/rules/search.ts";
import { rendered } from "../tools/rules.ts";

const GAMES = join(import.meta.dirname, "../src/games");
const RULINGS: Record<string, string[]> = { bali: numbered("B", 18), basari: numbered("S", 14) };
const LANGUAGES = ["en", "de", "fr"];

function numbered(letter: string, last: number): string[] {
  return [...Array.from({ length: last }, (_, k) => `${letter}${k + 1}`), "T1", "T2"];
}

function rulesOf(game: string, language: string): string {
  return readFileSync(join(GAMES, game, "rules", `${language}.md`), "utf-8");
}

describe("Markdown becomes a page", () => {
  test("a ruling is a place with its number", () => {
    const { html } = rendered("[B8]{#B8} **Taking.** As in [B9](#B9).");
    expect(html).toContain('<p><a class="ruling" id="B8" href="#B8">B8</a> <strong>Taking.</strong>');
    expect(html).toContain('<a href="#B9">B9</a>');
  });

  test("headings can be linked to, and chapters are listed", () => {
    const { html, chapters } = rendered("# Rules\n\n## Your turn\n\n### Étape 1\n");
    expect(html).toContain('<h3 id="etape-1"><a class="place" href="#etape-1">Étape 1</a></h3>');
    expect(chapters).toEqual([{ id: "your-turn", title: "Your turn" }]);
  });

  test("places are called the same in every language", () => {
    const { html, chapters } = rendered("# Regeln\n\n## Dein Zug\n", "# Rules\n\n## Your turn\n");
    expect(html).toContain('<h2 id="your-turn">');
    expect(chapters).toEqual([{ id: "your-turn", title: "Dein Zug" }]);
    expect(() => rendered("# Regeln\n", "# Rules\n\n## Your turn\n", "de.md")).toThrow("de.md");
  });

  test("pictures are our drawings and nothing else", () => {
    expect(rendered("![A bell](art:bali/priest)").html).toContain('aria-label="A bell"><use href="#art-bali-priest">');
    expect(rendered('![A "bell"](art:bali/priest)').html).toContain('aria-label="A &quot;bell&quot;"');
    expect(() => rendered("![x](https://elsewhere.example/x.png)")).toThrow("not one of our drawings");
  });

  test("markup in the text is only text", () => {
    const { html } = rendered('Before <script>alert(1)</script> <img src="x" onerror="y">\n\n<iframe src="/"></iframe>\n');
    expect(html).not.toMatch(/<(script|img|iframe)/);
    expect(html).toContain("&lt;script&gt;");
  });

  test("links lead nowhere bad", () => {
    for (const address of ["javascript:alert(1)", "data:text/html,x", "//elsewhere.example"])
      expect(() => rendered(`[x](${address})`)).toThrow("leads to");
    expect(rendered("[fair](/fair)").html).toContain('<a href="/fair">');
  });

  test("a table names its columns and its rows", () => {
    const { html } = rendered("| | Ayu |\n| --- | --- |\n| stone | 2 |\n");
    expect(html).toContain('<tr><td></td><th scope="col">Ayu</th></tr>');
    expect(html).toContain('<tr><th scope="row">stone</th><td>2</td></tr>');
  });
});

describe.each(Object.keys(RULINGS))("the rules of %s", (game) => {
  test.each(LANGUAGES)("in %s has every ruling once", (language) => {
    const { html } = rendered(rulesOf(game, language), rulesOf(game, "en"), language);
    const places = [...html.matchAll(/class="ruling" id="(\w+)"/g)].map(([, number]) => number);
    expect(places.toSorted()).toEqual(RULINGS[game]?.toSorted());
  });

  test.each(LANGUAGES)("in %s shows only drawings that exist, and links only to places", (language) => {
    const { html } = rendered(rulesOf(game, language), rulesOf(game, "en"), language);
    const drawings = readdirSync(join(GAMES, game, "art")).map((file) => `#art-${game}-${file.replace(".svg", "")}`);
    const places = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${String(id)}`);
    for (const [, address] of html.matchAll(/href="(#[^"]+)"/g)) expect([...drawings, ...places]).toContain(address);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe("searching", () => {
  test("capitals, accents and apostrophes do not matter", () => {
    expect(found("L’autel est à ÉTAGES", terms("l'autel etages"))).toEqual([[0, 7], [14, 20]]);
  });

  test("all words must be there", () => {
    expect(found("a stone for you", terms("stone point"))).toBeNull();
  });

  test("a number is that number", () => {
    expect(found("B10 and B1", terms("b1"))).toEqual([[8, 10]]);
    expect(found("15 stone", terms("5"))).toBeNull();
  });
});
