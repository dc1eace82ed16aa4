// What of a round of Basari is held back until it is its turn to be seen.
import { expect, test } from "vitest";
import type { Scene } from "../src/games/contract";
import type { StoryEvent } from "../src/net/messages";
import { cuts } from "../src/games/basari/climax";
import { motions } from "../src/games/basari/motions";
import type { Action, View } from "../src/games/basari/view";

const NONE = { r: 0, y: 0, g: 0, b: 0 };
const stall = (points: number, choice: Action | null, r = 0) =>
  ({
    points, choice, chosen: choice !== null, workers: 1, gems: { ...NONE, r }, card: { id: 1 }, cards: [],
  }) as unknown as View["seats"][0];
const table = (phase: string, round: number, seats: View["seats"], haggle: View["haggle"] = null) =>
  ({ view: { phase, round, seats, haggle, stock: NONE, actor: 0 } }) as unknown as Scene<View>;
const told = (...events: [string, object][]) => {
  const line = events.map(([event, more]) => ({ event, ...more }) as unknown as StoryEvent);
  return [{ move: 1, seat: 0, by: "person", events: line }] as unknown as Parameters<typeof cuts>[2];
};
const showed = (seat: number, action: Action): [string, object] => ["showed", { seat, action }];

test("a round is chosen, shown and paid before the next one is dealt", () => {
  const before = table("choose", 1, [stall(0, null), stall(0, null)]);
  const after = table("choose", 2, [stall(6, null), stall(0, null)]);
  const story = told(["chose", { seat: 0 }], showed(0, "B"), showed(1, "C"), ["scored", { seat: 0, points: 6 }], ["round", { round: 2 }]);
  const seen = cuts(before, after, story).map(({ told, view }) => ({
    told, round: view.round, points: view.seats.map((each) => each.points), choices: view.seats.map((each) => each.choice),
  }));
  expect(seen).toEqual([
    { told: 1, round: 1, points: [0, 0], choices: [null, null] },
    { told: 3, round: 1, points: [0, 0], choices: ["B", "C"] },
    { told: 4, round: 1, points: [6, 0], choices: ["B", "C"] },
  ]);
});

test("two who agree shake hands over the price, then it is paid", () => {
  const haggle = { seats: [0, 1], standing: null, bidder: null, making: null, asked: null };
  const before = table("answer", 1, [stall(0, "B", 2), stall(0, "B")], haggle);
  const after = table("choose", 2, [stall(0, null), stall(6, null, 2)]);
  const story = told(
    ["bid", { seat: 0, bundle: [[2, "r"]] }], ["accepted", { seat: 1, bundle: [[2, "r"]] }],
    ["scored", { seat: 0, points: 6 }], ["round", {}],
  );
  const [shaken, paid] = cuts(before, after, story);
  expect(shaken).toMatchObject({ told: 2, view: { phase: "dealt", round: 1, haggle: { standing: { r: 2 }, bidder: 0 } } });
  expect(shaken?.view.seats.map((each) => each.gems.r)).toEqual([2, 0]);
  const [beat] = motions({ view: shaken?.view } as Scene<View>, { view: paid?.view } as Scene<View>, []);
  expect(beat?.flights?.map(({ from, to }) => [from, to])).toEqual([["bid-r", "gem-1-r"]]);
});
