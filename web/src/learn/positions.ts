// Which position is whose turn: one a day, the same for everybody, and which ones were solved in this browser.

const DAY = 86_400_000;
const STEP = 89; // a prime: days that follow each other have positions of other kinds
const PLACE = "pasar-solved";

/** The day's position among so many; days are counted in UTC, so that it is the same everywhere. */
export function numberToday(count: number, now: number): number {
  return count ? (Math.floor(now / DAY) * STEP) % count : 0;
}

function all(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Record<string, string[]>;
  } catch {
    return {};
  }
}

/** How a position is known, whatever its place on the sheet. */
export function nameOf(exercise: { moves: unknown[]; seat: number; best: string; setup: unknown }): string {
  let hash = 5381;
  for (const letter of JSON.stringify([exercise.setup, exercise.moves.length, exercise.seat, exercise.best])) {
    hash = (Math.imul(hash, 33) + letter.charCodeAt(0)) | 0;
  }
  return (hash >>> 0).toString(36);
}

export function solvedOf(game: string): string[] {
  return all()[game] ?? [];
}

export function keepSolved(game: string, name: string): void {
  const kept = all();
  kept[game] = [...new Set([...(kept[game] ?? []), name])];
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // A private window may refuse; they are then offered again.
  }
}
