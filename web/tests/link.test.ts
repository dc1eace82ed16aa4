// A whole game fits into a link, and comes out of it as it was.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { linkTo, readRecord } from "../src/local/link.ts";

const SHORT_ENOUGH = 2000; // characters: for a chat message
const FIXTURES = join(import.meta.dirname, "fixtures");
vi.stubGlobal("location", { origin: "https://example.org" });

describe.each(["fair_bali", "fair_basari"])("the game of %s", (file) => {
  const record = JSON.parse(readFileSync(join(FIXTURES, `${file}.json`), "utf-8")) as Record<string, unknown>;
  const players = (record.rules as { players: number }).players;
  const whole = { names: Array(players).fill("Somebody"), bots: Array(players).fill(null), ...record };

  test("is short as a link, and whole behind it", async () => {
    const link = await linkTo(whole, "?eyes=all&move=7");
    expect(link.length).toBeLessThan(SHORT_ENOUGH);
    expect(link).toContain("/open?eyes=all&move=7#");
    const found = JSON.parse(await readRecord(new URL(link).hash.slice(1))) as Record<string, unknown>;
    for (const part of ["format", "game", "rules", "moves", "fair"]) expect(found[part]).toEqual(record[part]);
  });

  test("has its deal in the link if there is no proof of it", async () => {
    const unproved: Record<string, unknown> = { ...whole, fair: undefined };
    const link = await linkTo(unproved, "");
    expect(link.length).toBeLessThan(SHORT_ENOUGH);
    const found = JSON.parse(await readRecord(new URL(link).hash.slice(1))) as Record<string, unknown>;
    for (const part of ["setup", "moves", "fair"]) expect(found[part]).toEqual(unproved[part]);
  });
});

test("a link that was cut off is refused", async () => {
  await expect(readRecord("q1ZKT")).rejects.toMatchObject({ code: "bad_record" });
});
