import { beforeAll, expect, test, vi } from "vitest";
import type { Person } from "$/games/contract";
import { speak } from "$/words/words.svelte";
import { deciding, endingText, turningPoint } from "$/table/outcome";

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("en");
});

const NAMES = ["Dewi", "Made", "Nyoman"];
const people = (yours: number | null): Person[] =>
  NAMES.map((name, seat) => ({ seat, name, bot: null, face: "lamp", away: false, here: true, yours: seat === yours }));
const result = (points: number[], winners: number[]) => ({ points, winners, breakdown: points.map((each) => ({ points: each })) });

test.each([
  ["You came second, 3 points behind Made", [40, 43, 20], [1]],
  ["You came third, 1 point behind Made", [19, 20, 20], [1]],
  ["You came second, with as many points as Made", [43, 43, 20], [1]],
  ["You win, 23 points ahead of Made!", [43, 20, 20], [0]],
  ["You win, with as many points as Made!", [43, 43, 20], [0]],
  ["You share the win with Made!", [43, 43, 20], [0, 1]],
])("%s", (text, points, winners) => {
  expect(endingText(people(0), result(points, winners))).toBe(text);
});

test("who only looks on, or shares a screen, is told who won", () => {
  expect(endingText(people(null), result([40, 43, 20], [1]))).toBe("Made wins with 43 points");
});

test("what decided it is the part in which the winner gained most on whoever reads", () => {
  const breakdown = [{ rice: 12, stone: 1 }, { rice: 10, stone: 9 }, { rice: 30, stone: 0 }];
  const ended = { points: [13, 19, 30], winners: [2], breakdown };
  expect(deciding(people(1), ended)).toEqual({ winner: 2, other: 1, part: "rice", points: 30, more: 20 });
  expect(deciding(people(2), ended)).toMatchObject({ winner: 2, other: 1 });
});

test("the turning point is the move from which on nobody caught up", () => {
  expect(turningPoint([[0, 0], [1, 0], [1, 2], [3, 2], [4, 2]], 0)).toBe(3);
  expect(turningPoint([[0, 0], [2, 2]], 0)).toBe(0); // level to the end
});
