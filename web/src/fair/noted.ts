// Fingerprints that this browser saw before a game was over: what it noted itself, no server can change afterwards.

const PLACE = "pasar-fair";
const MOST = 50; // tables; older ones are forgotten

type Notes = Record<string, { commitment: string; at: number }>;

function notes(): Notes {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Notes;
  } catch {
    return {};
  }
}

export function noted(table: string): { commitment: string; at: number } | null {
  return notes()[table] ?? null;
}

/** Remembers what is seen first; a later, other one is just what we want to find out about. */
export function note(table: string, commitment: string): void {
  const kept = Object.entries(notes()).filter(([other]) => other !== table).slice(1 - MOST);
  const mine = noted(table) ?? { commitment, at: Date.now() / 1000 };
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...Object.fromEntries(kept), [table]: mine }));
  } catch {
    // A private window may refuse; then there is nothing to compare with.
  }
}
