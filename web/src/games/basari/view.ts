// What the server shows of a game of Basari.
import type { Result, Seat } from "$/net/messages";

/** The colours of gems, the most valuable first: bids are written in this order. */
export const GEMS = ["r", "y", "g", "b"] as const;
export type Gem = (typeof GEMS)[number];
export type Action = "A" | "B" | "C" | "D";
/** Gems by colour; those with none may be left out. */
export type Bundle = Partial<Record<Gem, number>>;

export interface Card {
  id: number;
  workers: number;
  points: number;
  gems: Bundle;
}

export interface StallView {
  points: number;
  gems: Record<Gem, number>;
  workers: number;
  card: Card | null;
  cards: Card[];
  chosen: boolean;
  choice: Action | null;
}

export interface HaggleView {
  seats: Seat[];
  standing: Bundle | null;
  bidder: Seat | null;
}

export interface View {
  phase: "choose" | "open" | "answer" | "return" | "gain" | "over";
  stage: number;
  round: number;
  pile: number;
  stock: Record<Gem, number>;
  prizes: Record<Gem | "workers", number>;
  workers_needed: number;
  actor: Seat | null;
  action: Action | null;
  haggle: HaggleView | null;
  queue: Seat[];
  seats: StallView[];
  result: Result | null;
}

export const STAGES = [1, 2, 3];

/** The seats with the most gems of a colour, as far as the counts on the table say. */
export function leaders(view: View, gem: Gem): Seat[] {
  if (view.phase === "over") return []; // all is counted, and what was counted has gone back
  const most = Math.max(...view.seats.map((stall) => stall.gems[gem]));
  return view.seats.flatMap((stall, seat) => (most > 0 && stall.gems[gem] === most ? [seat] : []));
}

/** All seats, those after `first` following it as they sit. */
export function around(players: number, first: Seat | null): Seat[] {
  return Array.from({ length: players }, (_, step) => ((first ?? 0) + step) % players);
}
