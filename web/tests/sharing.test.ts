import { expect, test } from "vitest";
import { sharing } from "../src/state/sharing";

const before = { phase: "take", seats: [{ points: 3, front: { rice: 1 } }, { points: 4, front: {} }], top: null };

test("what is told again is the very same", () => {
  expect(sharing(before, structuredClone(before))).toBe(before);
});

test("only what has changed, and what is around it, is new", () => {
  const after = structuredClone(before);
  after.seats[0] = { points: 9, front: { rice: 1 } };
  const shown = sharing(before, after);
  expect(shown).toStrictEqual(after);
  expect(shown.seats[0]).not.toBe(before.seats[0]);
  expect(shown.seats[0]?.front).toBe(before.seats[0]?.front);
  expect(shown.seats[1]).toBe(before.seats[1]);
});

test.each([
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: undefined }, { a: 1, c: undefined }],
  [[1, 2], [1]],
  [[], {}],
  [{ a: null }, { a: {} }],
  [null, { a: 1 }],
  ["rice", "rice farmer"],
])("%j gives way to %j", (old, fresh) => {
  expect(sharing(old, fresh)).toStrictEqual(fresh);
});
