// How Bali is dealt, as docs/fair.md says: what is shuffled, and in which order it lies before.
import type { Luck } from "../contract";

const GOODS = ["rice", "peanut", "banana", "pepper"];
const BOX: [number, string][] = [[12, "mason"], [9, "priest"], [9, "shrine"], ...GOODS.map((good): [number, string] => [5, good])];
const ORACLES = 8;
const ROWS = [0, 4, 8, 12];
const OFFER = 16;

const many = (count: number, kind: string): string[] => Array<string>(count).fill(kind);

export default function deal(luck: Luck, { players, oracle }: Record<string, unknown>): Record<string, unknown> {
  const lacking = luck.shuffled(GOODS).slice(0, Number(players));
  const hands = lacking.map((lacks) => GOODS.filter((good) => good !== lacks));
  const cards = luck.shuffled(BOX.flatMap(([count, kind]) => many(count, kind)));
  const offer = ROWS.map((from) => cards.slice(from, from + 4));
  const rest = cards.slice(OFFER);
  const deck = oracle ? luck.shuffled([...rest, ...many(ORACLES, "oracle")]) : rest;
  const altar = oracle ? luck.shuffled(GOODS) : [];
  return { hands, offer, deck, altar };
}
