// In which order what happened in Bali is seen.
import { expect, test } from "vitest";
import type { StoryLine } from "../src/net/messages";
import type { BaliScene } from "../src/games/bali/model";
import { motions } from "../src/games/bali/motions";

const table = { eyes: 0, view: { offer: [["mason"], []], seats: [{ front: {} }], demon: null } } as unknown as BaliScene;
const told = (...events: object[]) => [{ move: 1, seat: 0, by: "person", events }] as unknown as StoryLine[];

test("the oracle's flower opens with the first card that travels, for what is to be done is read at once", () => {
  const story = told({ event: "took", seat: 0, kind: "mason", row: 1 }, { event: "refilled", row: 1 }, { event: "oracle_called", seat: 0 });
  const beats = motions(table, table, story);
  expect(beats.map(({ flights, gains }) => [flights?.length, gains?.filter(({ blooms }) => blooms).length ?? 0])).toEqual([[1, 1], [1, 0]]);
});

test("where nothing else happens the flower has a beat of its own", () => {
  expect(motions(table, table, told({ event: "oracle_called", seat: 0 })).map(({ gains }) => gains?.length)).toEqual([1]);
});
