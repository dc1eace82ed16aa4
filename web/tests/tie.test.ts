import { beforeAll, expect, test, vi } from "vitest";
import type { BaliScene, View } from "../src/games/bali/model";
import { tie, tieBroken } from "../src/games/bali/tie";
import { speak } from "../src/words/words.svelte";

const view = (...seats: { shrine?: number; stone: number }[]) =>
  ({ seats: seats.map(({ shrine, stone }) => ({ stone, front: shrine ? { shrine } : {} })) }) as unknown as View;
const result = (points: number[], winners = [0]) => ({ points, winners, breakdown: [] });

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("en");
});

test("shrines break a tie, and how many is said", () => {
  expect(tieBroken(view({ shrine: 1, stone: 0 }, { stone: 9 }), result([20, 20]))).toBe("Equal points: 1 shrine against 0 decides.");
});

test("among those with as many shrines, stone does", () => {
  const seats = view({ shrine: 2, stone: 5 }, { shrine: 2, stone: 3 }, { shrine: 1, stone: 9 });
  expect(tieBroken(seats, result([20, 20, 20]))).toBe("Equal points and shrines: 5 stone against 3 decides.");
});

test("nothing is said where nothing had to be broken, or could be", () => {
  expect(tieBroken(view({ stone: 1 }, { stone: 1 }), result([20, 19]))).toBe("");
  expect(tieBroken(view({ stone: 1 }, { stone: 1 }), result([20, 20], [0, 1]))).toBe("");
});

test("a shared victory is told with its numbers", () => {
  const scene = { view: view({ shrine: 1, stone: 4 }, { shrine: 1, stone: 4 }), result: result([20, 20], [0, 1]) };
  expect(tie(scene as unknown as BaliScene)).toBe("Equal in everything: 20 points, 1 shrine, 4 stone. The victory is shared.");
});
