// What the server shows of a game of Bali, and small questions about it. Nothing here decides anything.
import type { StoryEvent } from "$/net/messages";
import { name } from "$/words/words.svelte";
import type { Scene, TableProps } from "../contract";

export const GOODS = ["rice", "peanut", "banana", "pepper"] as const;
export type Good = (typeof GOODS)[number];

/** Kinds of card in the order in which displays show them; a farmer is called by its good. */
export const KINDS = ["mason", "priest", "shrine", ...GOODS] as const;
export type Kind = (typeof KINDS)[number];

export type PhaseName =
  | "dealt" | "buy" | "play" | "give" | "add" | "take" | "oracle" | "keep" | "reward" | "pick" | "over";

export interface SeatView {
  stone: number;
  points: number;
  front: Partial<Record<Kind, number>>;
  hand: number;
  /** Cards that it may still take up. */
  room: number;
  goods: number;
  prices: Record<Good, number>;
}

/** What only one seat knows. */
export interface Own {
  hand: Partial<Record<Kind, number>>;
  goods: Record<Good, number>;
  oracle?: Good[];
}

export interface Remembered {
  seats: {
    taken: Partial<Record<Kind, number>>;
    started: Good[];
    goods: Record<Good, number>;
    gave_unseen: number;
    kept_unseen: number;
  }[];
  laid: Record<Good, number>;
}

export interface View {
  phase: PhaseName;
  turn: number;
  pile: number;
  offer: Kind[][];
  demon: number | null;
  supply: Record<Good, number>;
  altar: { height: number; top: Good | null };
  seats: SeatView[];
  scored?: Kind;
  values?: Record<Good, number>;
  goods?: Record<Good, number>[];
  own?: Own;
  remembered?: Remembered;
}

export type BaliScene = Scene<View>;
export type BaliProps = TableProps<View>;

/** Who sits at the near side of the table: oneself, or for a spectator the first seat. */
export function nearSeat(scene: BaliScene): number {
  return scene.eyes ?? 0;
}

/** The others, in the order in which their turns come. */
export function othersOf(scene: BaliScene): number[] {
  const near = nearSeat(scene);
  const count = scene.view.seats.length;
  return Array.from({ length: count - 1 }, (_, k) => (near + 1 + k) % count);
}

/** What can be shown of a seat's hand and goods: everything, its goods at the end of a game, or nothing. */
export function ownOf(scene: BaliScene, seat: number): Partial<Own> | null {
  if (scene.allHands) return (scene.allHands[seat] as Own | undefined) ?? null;
  if (scene.eyes === seat && scene.view.own) return scene.view.own;
  const shown = scene.view.goods?.[seat];
  return shown ? { goods: shown } : null;
}

export function isGood(kind: string): kind is Good {
  return (GOODS as readonly string[]).includes(kind);
}

/** The word under which a card of this kind is known to people and drawings. */
export function token(kind: string): string {
  return isGood(kind) ? `${kind}_farmer` : kind;
}

/** The other way round: events call a farmer by its full name. */
export function kindOf(token: string): Kind {
  return token.replace(/_farmer$/, "") as Kind;
}

export function cardName(kind: string): string {
  return name("bali", token(kind));
}

/** All that happened until now, in order. */
export function eventsOf(scene: BaliScene): StoryEvent[] {
  return scene.story.flatMap((line) => line.events);
}
