// Small questions about what the server shows of a game of Bali. Nothing here decides anything.
import type { StoryEvent } from "$/net/messages";
import { name } from "$/words/words.svelte";
import type { Scene, TableProps } from "../contract";
import { type Good, GOODS, type Kind, type View } from "./sight";

export { type Good, GOODS, type Kind, KINDS, type Phase, type Remembered, type View } from "./sight";

export type SeatView = View["seats"][number];
/** What only one seat knows. */
export type Own = NonNullable<View["own"]>;
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
