// Who gains what: the same for a scoring that was and for one that would be.
import type { StoryEvent } from "$/net/messages";
import type { Gain } from "../contract";
import { type BaliScene, eventsOf, type Good, type Kind, kindOf } from "./model";

export interface Gained {
  seat: number;
  stone: number;
  points: number;
  goods: Partial<Record<Good, number>>;
  /** Alone with the most of the scored kind. */
  most: boolean;
}

export interface Scoring {
  kind: Kind;
  gains: Gained[];
}

/** What everybody gains in these events, each player once, in the order of the first gain. */
export function gainsIn(events: StoryEvent[]): Gained[] {
  const found = new Map<number, Gained>();
  const of = (seat: number) => {
    const gained = found.get(seat) ?? { seat, stone: 0, points: 0, goods: {}, most: false };
    found.set(seat, gained);
    return gained;
  };
  for (const event of events) {
    if (event.event === "stone_gained") of(event.seat).stone += Number(event.count);
    else if (event.event === "points_gained") of(event.seat).points += Number(event.count);
    else if (event.event === "majority") of(event.seat).most = true;
    else if (event.event === "good_gained") {
      const goods = of(event.seat).goods;
      const good = event.good as Good;
      goods[good] = (goods[good] ?? 0) + 1;
    }
  }
  return [...found.values()];
}

/** The last scoring in these events: it lasts until the next turn begins. */
export function scoringIn(events: StoryEvent[]): Scoring | null {
  const start = events.findLastIndex((event) => event.event === "scored");
  const scored = events[start];
  if (!scored) return null;
  const rest = events.slice(start + 1);
  const end = rest.findIndex((event) => event.event === "turn");
  const gains = gainsIn(end < 0 ? rest : rest.slice(0, end));
  return { kind: kindOf(String(scored.kind)), gains };
}

export function lastScoring(scene: BaliScene): Scoring | null {
  return scoringIn(eventsOf(scene));
}

export interface GainPart {
  text: string;
  art: string;
  what: "stone" | "points" | Good;
  count: number;
}

/** The parts of what one player gains, as number and drawing. */
export function partsOf(gained: Gained): GainPart[] {
  const counted: [GainPart["what"], number][] = [
    ["stone", gained.stone],
    ["points", gained.points],
    ...(Object.entries(gained.goods) as [Good, number][]),
  ];
  const art = (what: string) => (what === "points" ? "bali/point" : `bali/${what}`);
  const some = counted.filter(([, count]) => count > 0);
  return some.map(([what, count]) => ({ what, count, text: `+${count}`, art: art(what) }));
}

/** The same as something that floats beside the players. */
export function floating(gains: Gained[]): Gain[] {
  return gains.flatMap((gained) =>
    partsOf(gained).map(({ what, text, art }) => ({
      at: what === "stone" || what === "points" ? `${what}-${gained.seat}` : `goods-${gained.seat}`,
      text,
      art,
    })),
  );
}
