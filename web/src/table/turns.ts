// The story by turns: what one player did, one move after another. What is long past folds into one line.
import type { StoryLine } from "$/net/messages";

export interface Turn {
  /** The number of its first move. */
  move: number;
  seat: number | null;
  lines: StoryLine[];
  /** Whether it is shown as one line until it is opened. */
  folded: boolean;
}

const UNFOLDED = 4; // turns at the end that lie open
const SHORT = 2; // events that are no longer than their fold

export function turnsOf(lines: StoryLine[]): Turn[] {
  const turns: Turn[] = [];
  for (const line of lines) {
    const last = turns.at(-1);
    if (last && line.seat !== null && last.seat === line.seat) last.lines.push(line);
    else turns.push({ move: line.move, seat: line.seat, lines: [line], folded: false });
  }
  for (const turn of turns.slice(0, -UNFOLDED)) turn.folded = turn.lines.flatMap((line) => line.events).length > SHORT;
  return turns;
}
