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

const NOWHERE = -1;

interface Dragging {
  /** Which row the pointer is over now. */
  over: (row: number) => void;
  /** Where it was let go; -1 if it was not meant. */
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
  const carried = new AbortController();
  const { signal } = carried;
  const end = (row: number) => {
    carried.abort();
    drop(row);
  };
  handle.addEventListener("pointermove", (moving) => over(under(moving)), { signal });
  handle.addEventListener("pointerup", (ended) => end(under(ended)), { signal });
  handle.addEventListener("pointercancel", () => end(NOWHERE), { signal });
}
