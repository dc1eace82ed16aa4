import { expect, test } from "vitest";
import type { StoryLine } from "$/net/messages";
import { turnsOf } from "$/table/turns";

/** A line for each letter: who moved. Each tells three things. */
const events = Array.from({ length: 3 }, () => ({ event: "took", rule: "B8", seat: 0 }));
const story = (seats: string): StoryLine[] =>
  [...seats].map((seat, move) => ({ move, seat: seat === "-" ? null : Number(seat), by: "bot", events }));

test("moves of one player that follow one another are a turn", () => {
  const turns = turnsOf(story("-0012")).map((turn) => [turn.move, turn.seat, turn.lines.length]);
  expect(turns).toEqual([[0, null, 1], [1, 0, 2], [3, 1, 1], [4, 2, 1]]);
});

test("the last turns lie open, those before fold", () => {
  expect(turnsOf(story("-00112201")).map((turn) => turn.folded)).toEqual([true, true, false, false, false, false]);
});

test("what is short does not fold", () => {
  const short = story("012012").map((line) => ({ ...line, events: line.events.slice(0, 1) }));
  expect(turnsOf(short).some((turn) => turn.folded)).toBe(false);
});
