// What must not be in the client's sources, because the pages' security policy, the readers' eyes or a later reader would mind.
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { markup, type Source, sources, styles } from "./sources";

const SMALLEST = { px: 14, rem: 0.875 };
const LONGEST = 400; // lines of a file

const components = sources(/\.svelte$/);
const code = sources(/\.(svelte|ts)$/);
const everything = sources(/\.(svelte|ts|css|svg|json|md|html)$/);

function found(files: Source[], what: RegExp, part: (text: string) => string = (text) => text): string[] {
  return files.flatMap(({ path, text }) => [...part(text).matchAll(what)].map(([first]) => `${path}: ${first}`));
}

function withoutComments(text: string): string {
  return text.replace(/<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
}

describe("the security policy", () => {
  test("allows no style attributes", () => {
    expect(found(components, /\sstyle=["{]\S*/g, markup)).toEqual([]);
  });

  test("allows no handlers in markup", () => {
    expect(found(components, /\son[a-z]+=["']\S*/g, markup)).toEqual([]);
  });

  test("is not undermined by markup made of text", () => {
    expect(found(components, /\{@html\b/g)).toEqual([]);
    expect(found(code, /\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write/g)).toEqual([]);
  });
});

test("nothing comes from another host", () => {
  const elsewhere = found(everything, /\b(https?:)?\/\/[a-z0-9.-]+\.[a-z]{2,}[^\s"'`)]*/gi);
  const harmless = /www\.w3\.org\/(2000\/svg|1999\/xlink|1999\/xhtml)|\bexample\.org\b/; // names of kinds, and an example to read
  expect(elsewhere.filter((line) => !harmless.test(line))).toEqual([]);
});

test("nothing is written to the console, and no check is switched off", () => {
  expect(found(code, /\bconsole\.\w+|@ts-(ignore|expect-error|nocheck)|eslint-disable\S*|svelte-ignore \S+|\bdebugger\b/g)).toEqual([]);
});

test("no type is given up", () => {
  expect(found(code, /(:\s*any\b|\bas any\b|<any>|as unknown as \w+)/g)).toEqual([]);
});

test("no text is set smaller than 14 px", () => {
  const sheets = [...components.map(({ path, text }) => ({ path, text: styles(text) })), ...sources(/\.css$/)];
  const sizes = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:font-size|font|--[\w-]*size[\w-]*)\s*:\s*([^;}]*)/g)].map(([, value = ""]) => ({ path, value })),
  );
  const small = sizes.filter(({ value }) =>
    [...value.matchAll(/(?<![\w.-])(\d*\.?\d+)(px|rem)\b/g)].some(
      ([, size, unit]) => Number(size) > 0 && Number(size) < SMALLEST[unit as keyof typeof SMALLEST] && !value.includes("calc"),
    ),
  );
  expect(small).toEqual([]);
});

test("no file is too long to be read", () => {
  const long = sources(/\.(svelte|ts|css)$/).filter(({ text }) => !text.startsWith("// Made by") && text.split("\n").length > LONGEST);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test("a game is named nowhere but in its own folder, so that a third is a folder and nothing else", () => {
  const games = sources(/^games\/[a-z]+\/index\.ts$/).map(({ path }) => path.split("/")[1] ?? "");
  const inFolders = everything.filter(({ path }) => games.some((game) => path.startsWith(`games/${game}/`)));
  expect(games.length).toBeGreaterThan(1);
  const elsewhere = everything.filter((file) => !inFolders.includes(file));
  const named = (game: string) => new RegExp(`\\b(on-)?${game}\\b|_${game}(_|\\b)`, "gi");
  expect(games.flatMap((game) => found(elsewhere, named(game), withoutComments))).toEqual([]);
  const others = (game: string) => inFolders.filter(({ path }) => path.split("/")[1] !== game);
  expect(games.flatMap((game) => found(others(game), new RegExp(`\\b${game}/`, "g"), withoutComments))).toEqual([]);
});

test("nor is a piece of one: what has a drawing there", () => {
  const general = ["card_back", "card_back_tall", "crown", "lamp", "point", "points", "worker"]; // things of more than one game, or of none
  const drawn = sources(/^games\/[a-z]+\/art\/\w+\.svg$/).map(({ path }) => posix.basename(path, ".svg"));
  const pieces = drawn.filter((name) => !general.includes(name));
  expect(pieces.length).toBeGreaterThan(15);
  const elsewhere = sources(/\.(svelte|ts|css)$/).filter(({ path }) => !path.startsWith("games/"));
  expect(found(elsewhere, new RegExp(`\\b(${pieces.join("|")})\\b`, "g"), withoutComments)).toEqual([]);
});

/** The rooms that hold pages, and what each shows of others'. All else (ui, state, games…) knows no page. */
const SHOWS: Record<string, string[]> = {
  fair: [], home: ["lobby", "site"], host: [], learn: ["lobby", "site", "table"], lobby: [], past: [], replay: ["site", "table"],
  rules: ["site"], site: [], table: ["fair", "lobby", "site"],
};

const roomOf = (path: string): string => path.split("/")[0] ?? "";

test("a room knows no page but those that it shows a part of", () => {
  const rooms = code.filter(({ path }) => path.includes("/") && path !== "site/pages.ts"); // that one finds the pages
  const known = rooms.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:from|import|glob\S*)\s*\(?"((?:\$|\.\.)\/[^"]+)"/g)].map(([, to = ""]) => {
      const file = to.startsWith("$") ? to.slice(2) : posix.join(path, "..", to);
      return { path, room: roomOf(path), there: roomOf(file) };
    }),
  );
  expect(known.length).toBeGreaterThan(300);
  const strange = known.filter(({ room, there }) => there in SHOWS && there !== room && !SHOWS[room]?.includes(there));
  expect(strange).toEqual([]);
});

test("nothing is left undone", () => {
  expect(found(code, /\b(TODO|FIXME|XXX|HACK)\b.*/g)).toEqual([]);
});
