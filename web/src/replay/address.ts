// The address of a moment: /replay/ID?eyes=all&move=37#key. It follows what is shown, and can be sent to others.
import type { Seat } from "$/net/messages";
import { router } from "$/state/router.svelte";

/** Through whose eyes: a seat's number, "all" for everything, "none" for what spectators saw. */
export type Eyes = string;

export interface Moment {
  eyes: Eyes;
  move: number;
}

const EYES = /^([0-4]|all|none)$/;
const PATIENCE = 400; // milliseconds: browsers refuse an address that changes with every frame

export function momentAsked(): Moment {
  const { query } = router.place;
  const eyes = query.get("eyes") ?? "";
  const move = Number(query.get("move") ?? 0);
  return { eyes: EYES.test(eyes) ? eyes : "all", move: Number.isSafeInteger(move) && move > 0 ? move : 0 };
}

export function seatOf(eyes: Eyes): Seat | null {
  return /^\d+$/.test(eyes) ? Number(eyes) : null;
}

export function addressOf(id: string, { eyes, move }: Moment, key: string | null): string {
  return `/replay/${id}?eyes=${eyes}&move=${move}${key ? `#${key}` : ""}`;
}

/** Lets the address bar say this, as soon as it has stood for a while; returns how to think better of it. */
export function followWith(address: string): () => void {
  const timer = setTimeout(() => history.replaceState(null, "", address), PATIENCE);
  return () => clearTimeout(timer);
}
