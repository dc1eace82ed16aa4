// Small questions about what the server shows of a game of Basari.
import type { Seat } from "$/net/messages";
import type { Gem, View } from "./sight";

export { type Action, type Gem, GEMS, type View } from "./sight";

/** Gems by colour; those with none may be left out. */
export type Bundle = Partial<Record<Gem, number>>;
export type StallView = View["seats"][number];
export type Card = StallView["cards"][number];
export type HaggleView = NonNullable<View["haggle"]>;

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
