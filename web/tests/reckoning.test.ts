import { expect, test } from "vitest";
import { type Counting, schedule } from "../src/games/bali/reckoning";

const parts = (paying: number): Counting[] =>
  Array.from({ length: 6 }, (_, k) => ({ part: "stone", counts: [k], points: [k < paying ? 1 : 0] }));

test("the longest count, with a tie at its end, takes less than twelve seconds", () => {
  expect(schedule(60, parts(6), true).end).toBeLessThan(12_000);
});

test("cards are turned before anything is counted, the last ones quickest, and all is seen before it ends", () => {
  const { turns, counts, end } = schedule(20, parts(2), false);
  const all = [...turns, ...counts, end];
  expect(all).toEqual(all.toSorted((one, other) => one - other));
  const pause = (k: number) => (turns[k + 1] ?? 0) - (turns[k] ?? 0);
  expect(pause(0)).toBeGreaterThan(2 * pause(18));
});
