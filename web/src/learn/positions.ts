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
