import { expect, test } from "vitest";
import { format } from "$/words/format";

test("values are put into their places", () => {
  expect(format("{seat} buys {good}.", { seat: "Ann", good: "rice" })).toBe("Ann buys rice.");
  expect(format("no place at all")).toBe("no place at all");
});

test("one and many, and nothing at all where it is said", () => {
  const points = "{n} {n:point|points}";
  expect([0, 1, 2].map((n) => format(points, { n }))).toEqual(["0 points", "1 point", "2 points"]);
  const price = "buys it{n: for nothing| for 1 stone| for {n} stone}";
  expect([0, 1, 7].map((n) => format(price, { n }))).toEqual(["buys it for nothing", "buys it for 1 stone", "buys it for 7 stone"]);
});

test("a choice may hold places with choices", () => {
  const text = "{count:a|{count}} {kind}{count:|s}{price:|, paying {price:nothing|one|{price}}}";
  expect(format(text, { count: 1, kind: "mason", price: 1 })).toBe("a mason");
  expect(format(text, { count: 3, kind: "farmer", price: 2 })).toBe("3 farmers, paying 2");
});

test("what people are called is never read as a form", () => {
  expect(format("{seat} says hello", { seat: "{n:a|b}" })).toBe("{n:a|b} says hello");
});

test("a missing value and an open place are faults", () => {
  expect(() => format("{seat}", {})).toThrow("no value");
  expect(() => format("{seat", { seat: "Ann" })).toThrow("not closed");
});
