// What the axes of a game's course say: round numbers, from 0, never more than there is room for.
import { expect, test } from "vitest";
import { chart, ticks } from "$/table/course";

test.each([
  [0, 8, [0]],
  [1, 8, [0, 1]],
  [7, 8, [0, 1, 2, 3, 4, 5, 6, 7]],
  [9, 8, [0, 2, 4, 6, 8]],
  [22, 8, [0, 5, 10, 15, 20]],
  [41, 8, [0, 10, 20, 30, 40]],
  [90, 5, [0, 20, 40, 60, 80]],
  [101, 5, [0, 50, 100]],
  [160, 8, [0, 20, 40, 60, 80, 100, 120, 140, 160]],
  [161, 8, [0, 50, 100, 150]],
])("up to %i by at most %i steps", (most, count, expected) => {
  expect(ticks(most, count)).toEqual(expected);
});

test("the step is 1, 2 or 5 times a power of ten, and as small as the room allows", () => {
  for (let most = 1; most <= 3000; most++) {
    const [first, step = 1, ...more] = ticks(most, 6);
    expect(first).toBe(0);
    expect(String(step)).toMatch(/^[125]0*$/);
    expect(more.length + 1).toBeLessThanOrEqual(6);
    const smaller = String(step).startsWith("5") ? (step * 2) / 5 : step / 2;
    expect(smaller < 1 || most / smaller > 6).toBe(true);
  }
});

test("a chart has them on both axes, where the lines have those points and moves", () => {
  const points = Array.from({ length: 24 }, (_, move) => [move, 2 * move]);
  const { grid, marks, lines, x } = chart(points, 640);
  expect(grid.map(({ value }) => value)).toEqual([0, 10, 20, 30, 40]);
  expect(marks.map(({ move }) => move)).toEqual([0, 5, 10, 15, 20]);
  expect(marks.at(-1)?.x).toBe(x(20));
  expect(lines[1]?.end).toMatchObject({ x: x(23), points: 46 });
});
