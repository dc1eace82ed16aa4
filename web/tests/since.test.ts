import { beforeAll, expect, test, vi } from "vitest";
import type { Person } from "$/games/contract";
import type { StoryEvent, StoryLine } from "$/net/messages";
import { sentence } from "$/games/telling";
import { sinceMove } from "$/table/since";
import { speak } from "$/words/words.svelte";

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("en");
});

const person = (name: string, seat: number): Person =>
  ({ seat, name, bot: null, face: "lamp", away: false, here: true, yours: seat === 0 });
const people = ["Dewi", "Made", "Nyoman"].map(person);
const event = (name: string, seat: number, values: Partial<StoryEvent> = {}): StoryEvent => ({ event: name, rule: "B1", seat, ...values });
const line = (move: number, seat: number, by: StoryLine["by"], ...events: StoryEvent[]): StoryLine => ({ move, seat, by, events });
const own = line(1, 0, "person", event("played", 0, { kind: "mason", count: 1, price: 0 }));

test("what the others did since one's own move is a line each, in the past tense", () => {
  const story = [
    own,
    line(2, 1, "bot", event("played", 1, { kind: "priest", count: 2, price: 0 })),
    line(3, 1, "bot", event("took", 1, { kind: "mason", row: 1 })),
    line(4, 1, "bot", event("took", 1, { kind: "rice", row: 2 }), event("stone_gained", 0, { count: 2 })),
    line(5, 2, "bot", event("played", 2, { kind: "shrine", count: 1, price: 7 })),
  ];
  expect(sinceMove("bali", story, people)).toEqual([
    { seat: 1, text: "Made played 2 priests and took 2 cards (mason, rice)." },
    { seat: 0, text: "You got 2 stone." },
    { seat: 2, text: "Nyoman built a shrine." },
  ]);
});

test("there is nothing to tell right after one's own move, nor to those who share a screen", () => {
  const story = [own, line(2, 1, "bot", event("bought", 1, { good: "rice", price: 4 }))];
  expect(sinceMove("bali", [own], people)).toEqual([]);
  expect(sinceMove("bali", story, people.map((person) => ({ ...person, yours: person.seat < 2 })))).toEqual([]);
});

test("the story calls whoever reads it you, also as the other side of a haggle", () => {
  expect(sentence("bali", event("passed", 0), people)).toBe("You buy nothing.");
  const free = event("free", 1, { other: 0, action: "C" });
  expect(sentence("basari", free, people)).toBe("You have no gem to offer, so Made gets C for nothing.");
});
