// How far one has come in each lesson, kept in this browser: who leaves goes on where they were.

interface Progress {
  /** The step's id: steps may be added before it. */
  step: string;
  number: number;
  count: number;
}

const PLACE = "pasar-lessons";

function all(): Record<string, Progress> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Record<string, Progress>;
  } catch {
    return {};
  }
}

export function progressIn(game: string): Progress | null {
  return all()[game] ?? null;
}

/** Null: at its beginning again. */
export function keepProgress(game: string, progress: Progress | null): void {
  const kept = Object.entries(all()).filter(([other]) => other !== game);
  if (progress) kept.push([game, progress]);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A private window may refuse; the lesson then begins anew.
  }
}
