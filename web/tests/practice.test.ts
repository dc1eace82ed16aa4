import { expect, test } from "vitest";
import { answered, type Card, merged } from "$/coach/practice.svelte";
import { numberToday } from "$/learn/positions";

const DAY = 86400;
const card = (id: string, more: Partial<Card> = {}): Card => ({ id, box: 0, due: 0, changed: 0, exercise: null, ...more });

test("what is solved comes back later and later, and then no more", () => {
  const waits: number[] = [];
  let one = card("a", { exercise: { game: "one", rules: {}, setup: {}, moves: [], seat: 0, best: "go", others: {} } });
  while (one.exercise) {
    one = answered(one, true, 0);
    if (one.exercise) waits.push(one.due / DAY);
  }
  expect(waits).toEqual([1, 3, 7, 16, 35]);
});

test("what is not solved comes back tomorrow", () => {
  expect(answered(card("a", { box: 4 }), false, 100)).toMatchObject({ box: 1, due: 100 + DAY, changed: 100 });
});

test("of two devices the later word counts for each card", () => {
  const here = [card("a", { changed: 5, box: 2 }), card("b", { changed: 1 })];
  const there = [card("a", { changed: 4 }), card("c", { changed: 9 })];
  expect(merged(here, there).map(({ id, box }) => [id, box])).toEqual([["c", 0], ["a", 2], ["b", 0]]);
  expect(merged(there, here)).toEqual(merged(here, there));
});

test("the day's position is one for all hours of a day everywhere, and in as many days every position has its turn", () => {
  const day = (number: number, hour = 0) => numberToday(240, (number * 24 + hour) * 3_600_000);
  expect(day(20_000, 23)).toBe(day(20_000));
  expect(new Set(Array.from({ length: 240 }, (_, each) => day(20_000 + each))).size).toBe(240);
  expect(numberToday(0, Date.now())).toBe(0);
});
