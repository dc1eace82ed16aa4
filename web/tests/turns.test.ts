import { expect, test } from "vitest";
import type { StoryLine } from "$/net/messages";
import { turnsOf } from "$/table/turns";

/** A line for each letter: who moved. Each tells three things. */
const events = Array.from({ length: 3 }, () => ({ event: "took", rule: "B8", seat: 0 }));
const story = (seats: string): StoryLine[] =>
  [...seats].map((seat, move) => ({ move, seat: seat === "-" ? null : Number(seat), by: "bot", events }));

test("moves of one player that follow one another are a turn", () => {
  const turns = turnsOf(story("-0012")).map((turn) => [turn.id, turn.seat, turn.lines.length]);
  expect(turns).toEqual([["0.0", null, 1], ["1.0", 0, 2], ["3.0", 1, 1], ["4.0", 2, 1]]);
});

test("the last turns lie open, those before fold", () => {
  expect(turnsOf(story("-00112201")).map((turn) => turn.folded)).toEqual([true, true, false, false, false, false]);
});

test("what is short does not fold", () => {
  const short = story("012012").map((line) => ({ ...line, events: line.events.slice(0, 1) }));
  expect(turnsOf(short).some((turn) => turn.folded)).toBe(false);
});

test("what somebody had to play at once is told in their own turn", () => {
  const event = (name: string, seat: number) => ({ event: name, rule: "B1", seat });
  const [first, last] = [[event("took", 0), event("turn", 1), event("played", 1)], [event("took", 1), event("turn", 0)]];
  const told = [{ move: 1, seat: 0, events: first }, { move: 2, seat: 1, events: last }] as StoryLine[];
  const turns = turnsOf(told).map(({ id, seat, lines }) => [id, seat, lines.flatMap((line) => line.events.map((each) => each.event))]);
  expect(turns).toEqual([["1.0", 0, ["took"]], ["1.1", 1, ["turn", "played", "took", "turn"]]]);
});
