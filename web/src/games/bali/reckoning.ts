// How the altar is turned over and everybody's goods are counted: what comes when.
import type { Result, StoryEvent, StoryLine } from "$/net/messages";
import { type Good, GOODS, type View } from "./model";

/** What of a player's score is counted at once. */
export type Part = Good | "shrines" | "stone";

export interface Counting {
  part: Part;
  /** For each seat, how many there are, and what they bring. */
  counts: number[];
  points: number[];
}

/** The cards of the altar in the order in which they are turned: mixed, so that it stays open what will lie there most often. */
export function turned(laid: Record<Good, number>): Good[] {
  const all = GOODS.flatMap((good) =>
    Array.from({ length: laid[good] }, (_, k) => ({ good, at: (k + 0.5 + GOODS.indexOf(good) / 8) / laid[good] })),
  );
  return all.sort((one, other) => one.at - other.at).map(({ good }) => good);
}

export function laidOn(story: StoryLine[]): Record<Good, number> {
  const valued = story.flatMap((line) => line.events).filter((event: StoryEvent) => event.event === "valued");
  const count = (good: Good) => Number(valued.find((event) => event.good === good)?.count ?? 0);
  return Object.fromEntries(GOODS.map((good) => [good, count(good)])) as Record<Good, number>;
}

/** What each good would be worth if the altar were as it lies now: the most 3, the next 2, then 1; none there, nothing. */
export function worthOf(laid: Record<Good, number>): Record<Good, number> {
  const steps = [...new Set(Object.values(laid))].sort((one, other) => other - one);
  const worth = (good: Good) => (laid[good] ? Math.max(0, 3 - steps.indexOf(laid[good])) : 0);
  return Object.fromEntries(GOODS.map((good) => [good, worth(good)])) as Record<Good, number>;
}

/** Goods from the least to the most valuable, then shrines, then stone: the largest sums come late. */
export function countings(view: View, { breakdown }: Result): Counting[] {
  const { values, goods = [] } = view;
  const crops = GOODS.toSorted((one, other) => (values?.[one] ?? 0) - (values?.[other] ?? 0));
  const parts: [Part, (seat: number) => number][] = [
    ...crops.map((good): [Part, (seat: number) => number] => [good, (seat) => goods[seat]?.[good] ?? 0]),
    ["shrines", (seat) => view.seats[seat]?.front.shrine ?? 0],
    ["stone", (seat) => view.seats[seat]?.stone ?? 0],
  ];
  return parts.map(([part, count]) => ({
    part,
    counts: breakdown.map((_, seat) => count(seat)),
    points: breakdown.map((each) => each[part] ?? 0),
  }));
}

const WAIT = { begin: 700, values: 650, count: 720, nothing: 420, end: 1100, tie: 1200 }; // milliseconds

/** When each card is turned, when each part is counted, and when all is over: in milliseconds from the beginning. */
export function schedule(cards: number, parts: Counting[], even: boolean): { turns: number[]; counts: number[]; end: number } {
  let at = WAIT.begin;
  const then = (ms: number) => (at += ms) - ms;
  const turns = pauses(cards).map(then);
  at += WAIT.values;
  const counts = parts.map(({ points }) => then(points.some(Boolean) ? WAIT.count : WAIT.nothing));
  return { turns, counts, end: at + WAIT.end + (even ? WAIT.tie : 0) };
}

const [SLOWEST, QUICKEST, ALL] = [420, 90, 3600]; // milliseconds for the first card, the last, and all of them at most

/** Milliseconds until each card is turned after the one before: the first slowly, the last quickly. */
function pauses(cards: number): number[] {
  const each = Array.from({ length: cards }, (_, k) => SLOWEST + ((QUICKEST - SLOWEST) * k) / Math.max(1, cards - 1));
  const sum = each.reduce((all, ms) => all + ms, 0);
  return each.map((ms) => ms * Math.min(1, ALL / sum));
}
