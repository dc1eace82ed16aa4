// Who sits where before the game, and what of it one may change.
import type { SeatInfo } from "$/net/messages";

/** The order in which seat `from` has become seat `to`, and the others keep theirs. */
export function moved(count: number, from: number, to: number): number[] {
  const order = Array.from({ length: count }, (_, seat) => seat);
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

export function freeSeats(seats: SeatInfo[]): number[] {
  return seats.flatMap((seat, number) => (seat.taken ? [] : [number]));
}

/** The link that lets somebody in; at a private table the key is after the #. */
export function invitation(id: string, key: string | null): string {
  return `${location.origin}/table/${id}${key ? `#${key}` : ""}`;
}

interface Dragging {
  /** Which row the pointer is over now. */
  over: (row: number) => void;
  drop: (row: number) => void;
}

/** Lets a handle carry its row to another place, by mouse, pen or finger. Rows are the children of `list`. */
export function carry(event: PointerEvent, list: HTMLElement, { over, drop }: Dragging): void {
  const handle = event.currentTarget as HTMLElement;
  handle.setPointerCapture(event.pointerId);
  const under = ({ clientY }: PointerEvent) => {
    const middles = [...list.children].map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
    const distances = middles.map((middle) => Math.abs(middle - clientY));
    return distances.indexOf(Math.min(...distances));
  };
  const move = (moving: PointerEvent) => over(under(moving));
  const end = (ended: PointerEvent) => {
    handle.removeEventListener("pointermove", move);
    drop(ended.type === "pointerup" ? under(ended) : -1);
  };
  handle.addEventListener("pointermove", move);
  handle.addEventListener("pointerup", end, { once: true });
  handle.addEventListener("pointercancel", end, { once: true });
}
