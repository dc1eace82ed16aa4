import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Check, checks } from "../src/fair/checks.ts";
import type { Dealt } from "../src/local/fair.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const GAMES = readdirSync(FIXTURES).flatMap((file) => /^fair_(\w+)\.json$/.exec(file)?.[1] ?? []);

// Games that a real server dealt and kept: `pasar verify` says that their proofs hold.
function recordOf(game: string): Dealt {
  return JSON.parse(readFileSync(join(FIXTURES, `fair_${game}.json`), "utf-8")) as Dealt;
}

async function outcome(record: Dealt): Promise<string[]> {
  const made: Check[] = [];
  for await (const check of checks(record)) made.push(check);
  return made.map(({ step, holds }) => `${step} ${holds ? "holds" : "fails"}`);
}

describe.each(GAMES)("the proof of a game of %s", (game) => {
  test("holds", async () => {
    expect(await outcome(recordOf(game))).toEqual(["method holds", "secret holds", "deal holds"]);
  });

  test("fails with another secret", async () => {
    const record = recordOf(game);
    record.fair.secret = `${record.fair.secret.startsWith("0") ? "1" : "0"}${record.fair.secret.slice(1)}`;
    expect(await outcome(record)).toEqual(["method holds", "secret fails"]);
  });

  test("fails with another salt", async () => {
    const record = recordOf(game);
    record.fair.salts[0] += "!";
    expect(await outcome(record)).toEqual(["method holds", "secret holds", "deal fails"]);
  });

  test("fails with other cards", async () => {
    const record = recordOf(game);
    const part = (record.setup.deck ?? (record.setup.decks as unknown[])[0]) as unknown[];
    part.reverse();
    expect(await outcome(record)).toEqual(["method holds", "secret holds", "deal fails"]);
  });

  test("by a method that is not ours is not believed", async () => {
    const record = recordOf(game);
    record.fair.method = "pasar-fair/2";
    expect(await outcome(record)).toEqual(["method fails"]);
  });
});
