// What a replay is made of: a frame for the start and one after every move.
import type { ReplayFrame, Seat } from "$/net/messages";

const BEGINNINGS = ["turn", "round"]; // events with which a game says that something new begins

/** The frames with which a turn (or a round, where all act at once) begins. */
export function turnStarts(frames: ReplayFrame[]): number[] {
  const begins = (frame: ReplayFrame) => frame.events.some(({ event }) => BEGINNINGS.includes(event));
  return frames.flatMap((frame, number) => (number === 0 || begins(frame) ? [number] : []));
}

export function waitingIn(frame: ReplayFrame): Seat[] {
  return frame.view.to_act;
}

/** The beginning of the turn after or before a place, or the first or last place if there is none. */
export function turnFrom(starts: number[], at: number, step: 1 | -1, last: number): number {
  if (step > 0) return starts.find((start) => start > at) ?? last;
  return starts.findLast((start) => start < at) ?? 0;
}
