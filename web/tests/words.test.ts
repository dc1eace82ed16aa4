// Everything people read is there in all three languages, is used, and is written as the language wants it.
import { describe, expect, test } from "vitest";
import { format } from "$/words/format";
import { sources } from "./sources";

const LANGUAGES = ["en", "de", "fr"] as const;
type Texts = Record<string, string>;

// Names, and words that two of the languages have in common.
const SAME_EVERYWHERE = ["Pasar", "Bali", "Basari", "https://…/table/…", "Bot, {level}"];
const SAME: Record<"de" | "fr", Set<string>> = {
  de: new Set([...SAME_EVERYWHERE, "Bots", "Chat", "Name", "Normal"]),
  fr: new Set([
    ...SAME_EVERYWHERE, "Action B", "Bots", "Expert", "Interventions", "Menu", "Place", "Places", "Points", "Tables", "Total",
    "{n} {n:point|points}", "{n:1 point|{n} points}",
  ]),
};

const texts = Object.fromEntries(LANGUAGES.map((language) => [language, gathered(language)])) as Record<
  (typeof LANGUAGES)[number],
  Texts
>;
const code = sources(/\.(svelte|ts)$/);
const areas = new Set(Object.keys(texts.en).map((key) => key.slice(0, key.indexOf("."))));
const games = [...new Set(sources(/^games\/[a-z]+\/index\.ts$/).map(({ path }) => path.split("/")[1] ?? ""))];

function gathered(language: string): Texts {
  const all: Texts = {};
  for (const { path, text } of sources(new RegExp(`(words|later|games/\\w+/lesson)/${language}\\.json$`))) {
    const area = path.split("/").at(-3) ?? "";
    for (const [key, value] of Object.entries(JSON.parse(text) as Texts)) all[`${area}.${key}`] = value;
  }
  return all;
}

/** Keys written out in the code; a string like "home.play" is one wherever it stands. */
function literalKeys(): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, text } of code) {
    for (const [, key = ""] of text.matchAll(/["'`]([a-z]+\.[a-z0-9_]+)["'`]/g)) {
      if (areas.has(key.slice(0, key.indexOf(".")))) found.set(key, path);
    }
  }
  return found;
}

/** Keys put together: `bali.phase_${phase}` stands for everything that begins and ends like it. */
function patterns(): { pattern: RegExp; written: string }[] {
  const templates = code.flatMap(({ text }) => [...text.matchAll(/`([a-z]+\.[a-z0-9_]*)\$\{[^`]*`/g)]);
  return templates.filter(([, start = ""]) => areas.has(start.slice(0, start.indexOf(".")))).map(([written]) => {
    const parts = written.slice(1, -1).split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\."));
    return { pattern: new RegExp(`^${parts.join("[a-z0-9_]+")}$`), written };
  });
}

/** Keys that every game has: `ofGame(game, "about")` stands for that text of each; one that is put together, for that of any. */
function keysOfGames(): { pattern: RegExp; written: string }[] {
  const asked = code.flatMap(({ text }) => [...text.matchAll(/\bofGame\([^,]+, ["'`]([^"'`]+)["'`][,)]/g)]);
  const any = `(${games.join("|")})`;
  const keys = asked.flatMap(([, key = ""]) => (key.includes("$") ? [any] : games).map((game) => `${game}.${key}`));
  const pattern = (key: string) => key.replace(".", "\\.").replace(/\$\{[^}]*\}/g, "[a-z0-9_]+");
  return keys.map((written) => ({ pattern: new RegExp(`^${pattern(written)}$`), written }));
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\/|\*).*$/gm, "");
}

function places(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([a-z_]+)(?=[:}])/gi)].map((found) => found[1] ?? ""))].sort();
}

function wrong(check: (key: string, text: string, language: string) => boolean): string[] {
  return LANGUAGES.flatMap((language) =>
    Object.entries(texts[language])
      .filter(([key, text]) => check(key, text, language))
      .map(([key, text]) => `${language} ${key}: ${text}`),
  );
}

describe("keys", () => {
  test("are the same in every language", () => {
    expect(Object.keys(texts.de).sort()).toEqual(Object.keys(texts.en).sort());
    expect(Object.keys(texts.fr).sort()).toEqual(Object.keys(texts.en).sort());
  });

  test("that are used exist", () => {
    const missing = [...literalKeys()].filter(([key]) => !(key in texts.en)).map(([key, path]) => `${key} in ${path}`);
    expect(missing).toEqual([]);
  });

  test("that are put together have a beginning of their own, and something to find", () => {
    const keys = Object.keys(texts.en);
    const put = [...patterns(), ...keysOfGames()];
    const bad = put.filter(({ pattern, written }) => /^`[a-z]+\.\$/.test(written) || !keys.some((key) => pattern.test(key)));
    expect(bad.map(({ written }) => written)).toEqual([]);
  });

  test("that exist are used", () => {
    const [used, put] = [literalKeys(), [...patterns(), ...keysOfGames()]];
    const unused = Object.keys(texts.en).filter((key) => !used.has(key) && !put.some(({ pattern }) => pattern.test(key)));
    expect(unused).toEqual([]);
  });
});

describe("places for values", () => {
  test("are the same in every language", () => {
    const differ = Object.keys(texts.en).filter((key) =>
      LANGUAGES.some((language) => String(places(texts[language][key] ?? "")) !== String(places(texts.en[key] ?? ""))),
    );
    expect(differ).toEqual([]);
  });

  test("are filled whatever the number is", () => {
    const broken = wrong((_, text) => [0, 1, 2].some((n) => /[{}|]|undefined/.test(filled(text, n))));
    expect(broken).toEqual([]);
  });

  test("are given by those who ask for the text", () => {
    const bare = code.flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(/\bt\(["']([a-z]+\.[a-z0-9_]+)["']\)/g)].map(([, key = ""]) => ({ path, key })),
    );
    expect(bare.filter(({ key }) => places(texts.en[key] ?? "").length > 0)).toEqual([]);
  });
});

function filled(text: string, n: number): string {
  return format(text, Object.fromEntries(places(text).map((name) => [name, n])));
}

describe("texts", () => {
  test("are not empty, and have no space around them", () => {
    expect(wrong((_, text) => text.trim() !== text || text === "")).toEqual([]);
  });

  test.each(["de", "fr"] as const)("are not left in English in %s", (language) => {
    const hasWords = (text: string) => /\p{L}{2}/u.test(text.replace(/\{[a-z_]+\}/g, ""));
    const same = Object.entries(texts.en).filter(([key, text]) => texts[language][key] === text && hasWords(text));
    expect(same.filter(([, text]) => !SAME[language].has(text))).toEqual([]);
  });

  test("have the quotation marks and apostrophes of their language", () => {
    const foreign = { en: /["'„«»]/, de: /["'«»]|“[^“„]*”/, fr: /["'„“”]/ };
    expect(wrong((_, text, language) => foreign[language as keyof typeof foreign].test(text))).toEqual([]);
  });

  test("have no three dots where an ellipsis belongs, and no double spaces", () => {
    expect(wrong((_, text) => /\.\.\.| {2}/.test(text))).toEqual([]);
  });

  test("have French spaces that do not break", () => {
    const loose = /[^\s\u202f\u00a0][?!;]| [?!;:»]|« |[^\s\u202f\u00a0\d]:(?=\s|$)/;
    const outside = (text: string) => text.replace(/\{[a-z_]+:/g, "{").replace(/https?:\/\/\S+/g, "");
    expect(wrong((_, text, language) => language === "fr" && loose.test(outside(text)))).toEqual([]);
  });

  test("address people as friends in German and French", () => {
    // At the beginning of a sentence, "Sie" and "Ihre" may speak of a thing.
    const stiff = { de: /(?<=[\p{L},] )(Sie|Ihnen|Ihre?[mnrs]?)\b/u, fr: /\b(vous|votre|vos)\b/i };
    expect(wrong((_, text, language) => language !== "en" && stiff[language as keyof typeof stiff].test(text))).toEqual([]);
  });
});
