// Who came where. The rules say who won; all others follow by their points.
import type { Outcome, Seat } from "$/net/messages";

/** 1 for all who won; else one more than those who are ahead. */
export function placeOf(seat: Seat, { points, winners }: Outcome): number {
  if (winners.includes(seat)) return 1;
  return 1 + points.filter((each, other) => each > (points[seat] ?? 0) || winners.includes(other)).length;
}

/** With whom one compares: with the winner, or as the winner with the best of the others. */
export function rivalOf(seat: Seat, { points, winners }: Outcome): Seat {
  const others = [...points.keys()].filter((other) => other !== seat);
  const ahead = others.filter((other) => winners.includes(other));
  return (ahead.length ? ahead : others).toSorted((one, other) => (points[other] ?? 0) - (points[one] ?? 0))[0] ?? 0;
}
