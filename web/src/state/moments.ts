// The address of a moment: /replay/ID?eyes=all&move=37#key. It follows what is shown, and can be sent to others.
import type { Seat } from "$/net/messages";
import { api } from "$/net/api";
import { addressOf as shownAs, placeOf, serverless } from "$/state/root";
import { router } from "$/state/router.svelte";

/** Through whose eyes: a seat's number, "all" for everything, "none" for what spectators saw. */
export type Eyes = string;

export interface Moment {
  eyes: Eyes;
  move: number;
}

const PATIENCE = 400; // milliseconds: browsers refuse an address that changes with every frame

/** What the address asks for, as far as it makes sense at a table with so many seats. */
export function momentAsked(seats: number): Moment {
  const { query } = router.place;
  const eyes = query.get("eyes") ?? "";
  const move = Number(query.get("move") ?? 0);
  const sensible = eyes === "none" || (seatOf(eyes) ?? seats) < seats;
  return { eyes: sensible ? eyes : "all", move: Number.isSafeInteger(move) && move > 0 ? move : 0 };
}

export function seatOf(eyes: Eyes): Seat | null {
  return /^\d+$/.test(eyes) ? Number(eyes) : null;
}

export function addressOf(id: string, { eyes, move }: Moment, key: string | null): string {
  return `/replay/${id}?eyes=${eyes}&move=${move}${key ? `#${key}` : ""}`;
}

/** Lets the address bar say this, as soon as it has stood for a while; returns how to think better of it. */
export function followWith(address: string): () => void {
  const timer = setTimeout(() => {
    const leaving = !address.startsWith(`${placeOf(location).path}?`); // another page is on its way already
    if (!leaving) history.replaceState(null, "", shownAs(address));
  }, PATIENCE);
  return () => clearTimeout(timer);
}

/** A link to send: to the table on its server, or with the whole game in it where there is none. */
export async function linkTo(id: string, address: string, key: string | null): Promise<string> {
  if (!serverless) return location.origin + address;
  const [record, link] = await Promise.all([api.record(id, key), import("$/local/link")]);
  return link.linkTo(record, new URL(address, location.origin).search);
}
