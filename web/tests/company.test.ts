// Those at a table can be told apart, and what bots and the guide say is there in every language.
import { describe, expect, test } from "vitest";
import { FACES, facesAt } from "$/ui/faces.svelte";
import { sources } from "./sources";

const bot = (level: string) => ({ bot: level });
const texts = (folder: RegExp) => sources(folder).map(({ path, text }) => ({ path, words: JSON.parse(text) as Record<string, unknown> }));

function shape(words: unknown): unknown {
  if (Array.isArray(words)) return words.length;
  return typeof words === "object" ? Object.fromEntries(Object.entries(words ?? {}).map(([key, each]) => [key, shape(each)])) : "text";
}

describe("faces", () => {
  test("are twelve, and a bot has that of its level", () => {
    expect(FACES.length).toBe(12);
    expect(facesAt([bot("first"), bot("champion")])).toEqual(["straw", "scale"]);
  });

  test("differ at one table, whatever was chosen", () => {
    const faces = facesAt([{ bot: null, face: "cards" }, bot("club"), bot("club"), { bot: null }, bot("Mine (Ana)")]);
    expect(faces[0]).toBe("cards");
    expect(new Set(faces).size).toBe(5);
  });
});

const SPOKEN: [string, RegExp][] = [
  ["remarks", /table\/company\/remarks\/\w+\.json$/],
  ["guide of bali", /bali\/guide\/\w+\.json$/],
  ["guide of basari", /basari\/guide\/\w+\.json$/],
];

describe.each(SPOKEN)(
  "the %s",
  (_, folder) => {
    const files = texts(folder);

    test("says the same things in three languages", () => {
      expect(files.length).toBe(3);
      expect(new Set(files.map(({ words }) => JSON.stringify(shape(words)))).size).toBe(1);
    });

    test("is written as French wants it", () => {
      const french = JSON.stringify(files.find(({ path }) => path.endsWith("fr.json"))?.words);
      expect(french).not.toMatch(/ [?!;]|\b(vous|votre|vos)\b|'/i);
    });
  },
);
