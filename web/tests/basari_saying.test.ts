// Who reads alone is called "you", everybody else by name.
import { beforeAll, expect, test, vi } from "vitest";
import { speak } from "$/words/words.svelte";
import { of } from "../src/games/basari/saying";
import type { Person } from "../src/games/contract";

const people = (...yours: boolean[]) => yours.map((each, seat) => ({ seat, name: `P${seat}`, yours: each }) as Person);
const gets = (seat: number, here: Person[]) => of(seat, here, "basari.gets", "basari.you_get");

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("en");
});

test("a price goes to you or to somebody by name", () => {
  expect([gets(0, people(true, false)), gets(1, people(true, false))]).toEqual(["you get", "P1 gets"]);
});

test("where two share a screen, both have names", () => {
  expect([gets(0, people(true, true)), gets(1, people(true, true))]).toEqual(["P0 gets", "P1 gets"]);
});
