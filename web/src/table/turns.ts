// The story by turns: what one player did, one move after another. What is long past folds into one line.
import type { StoryLine } from "$/net/messages";

export interface Turn {
  /** Its own among all turns: the number of its first move, and which part of that. */
  id: string;
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
    for (const [k, part] of parted(line).entries()) {
      const last = turns.at(-1);
      if (last && part.seat !== null && last.seat === part.seat) last.lines.push(part);
      else turns.push({ id: `${part.move}.${k}`, seat: part.seat, lines: [part], folded: false });
    }
  }
  for (const turn of turns.slice(0, -UNFOLDED)) turn.folded = turn.lines.flatMap((line) => line.events).length > SHORT;
  return turns;
}

/** A move can lead into the next player's turn, if there was only one way to begin that. */
function parted(line: StoryLine): StoryLine[] {
  const next = line.events.findIndex(({ event }, k) => event === "turn" && k > 0 && k < line.events.length - 1);
  if (next < 0) return [line];
  const rest = line.events.slice(next);
  return [{ ...line, events: line.events.slice(0, next) }, ...parted({ ...line, seat: rest[0]?.seat ?? null, events: rest })];
}
