// How much of the processor the page's coach leaves to the page.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pace } from "$/local/coach/pace";

let now = 0;
let rests: (number | undefined)[] = [];

beforeEach(() => {
  [now, rests] = [0, []];
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.spyOn(Atomics, "wait").mockImplementation((_cells: unknown, _index: unknown, _value: unknown, ms?: number) => {
    rests.push(ms);
    return "timed-out";
  });
});
afterEach(() => vi.restoreAllMocks());

function worked(ms: number, how: Partial<Pace> = {}): (number | undefined)[] {
  const pace = Object.assign(new Pace(), how);
  now += ms;
  pace.rest();
  return rests;
}

test("while something moves it rests longer than it works", () => expect(worked(10)).toEqual([15]));

test("a few milliseconds need no rest", () => expect(worked(5)).toEqual([]));

test("where nothing moves it does not rest", () => expect(worked(10, { disturbs: false })).toEqual([]));

test("what would take too long otherwise goes on at once", () => expect(worked(3000, { done: 0.1 })).toEqual([0]));
