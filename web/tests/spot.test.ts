// Remarks lie where they cover least of what is on the table.
import { expect, test } from "vitest";
import { spotFor } from "../src/table/company/spot";

const SCREEN: [number, number] = [390, 844];
const SIZE: [number, number] = [100, 30];
const mark = { x: 100, y: 100, width: 40, height: 40 };
const gems = { x: 60, y: 144, width: 200, height: 40 };
const card = { x: 0, y: 60, width: 390, height: 36 };

test("above the mark where nothing lies", () => {
  expect(spotFor(mark, SIZE, [gems], SCREEN)).toEqual([70, 66]);
});

test("beside it where there is something above and below", () => {
  expect(spotFor(mark, SIZE, [gems, card], SCREEN)).toEqual([144, 105]);
});

test("never beyond the edge of the screen, nor on the mark itself if there is another place", () => {
  const corner = { x: 370, y: 2, width: 20, height: 20 };
  expect(spotFor(corner, SIZE, [], SCREEN)).toEqual([266, 8]);
  expect(spotFor({ ...corner, x: 0 }, SIZE, [], SCREEN)).toEqual([24, 8]);
});
