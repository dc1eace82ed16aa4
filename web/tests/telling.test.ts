import { beforeEach, expect, test, vi } from "vitest";
import type { Person } from "$/games/contract";
import { inList, sentence } from "$/games/telling";
import type { Language, Value } from "$/net/messages";
import { learnWords, speak } from "$/words/words.svelte";

const WORDS = {
  names: { rice: "rice", r: "red", b: "blue" },
  events: {
    gifted: "{seat} lays {good} face down on the altar.",
    gifted_hidden: "{seat} lays a good face down on the altar.",
    haggled: "{seat} and {other} haggle.",
    bid: "{seat} offers {bundle}.",
    turn: "It is {seat}'s turn.",
  },
};
const person = (seat: number, name: string): Person => ({ seat, name, bot: null, face: "lamp", away: false, here: true, yours: false });
const PEOPLE = [person(0, "Ann"), person(1, "rice")];

beforeEach(async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(WORDS))));
  await learnWords("market");
});

type Happened = { event: string } & Record<string, Value | true>;
const told = (event: Happened) => sentence("market", { rule: "B1", seat: 0, ...event }, PEOPLE);

test("a sentence names the players and the things", () => {
  expect(told({ event: "turn" })).toBe("It is Ann's turn.");
  expect(told({ event: "haggled", other: 1 })).toBe("Ann and rice haggle.");
});

test("what one may not know is told without it", () => {
  expect(told({ event: "gifted", good: "rice" })).toBe("Ann lays rice face down on the altar.");
  expect(told({ event: "gifted" })).toBe("Ann lays a good face down on the altar.");
});

test("that there was no choice is nothing a sentence names", () => {
  expect(told({ event: "gifted", forced: true })).toBe("Ann lays a good face down on the altar.");
});

test("a bundle leaves out what is not in it", () => {
  expect(told({ event: "bid", bundle: [[2, "r"], [0, "y"], [1, "b"]] })).toBe("Ann offers 2 red, 1 blue.");
});

test("an event without words is told by its name rather than not at all", () => {
  expect(told({ event: "unheard_of" })).toBe("unheard_of");
});

// The browser's own lists take a slow phone tens of milliseconds to make, just when a first table is to be seen.
test.each<Language>(["de", "fr", "en"])("a list reads as the browser would write it in %s", async (language) => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak(language);
  const names = ["Ann", "Bob", "Eve", "Zoe"];
  const lists = names.map((_, k) => names.slice(0, k + 1));
  expect(lists.map(inList)).toEqual(lists.map((list) => new Intl.ListFormat(language).format(list)));
  expect(inList([])).toBe("");
});
