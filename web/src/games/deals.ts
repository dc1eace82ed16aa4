// How each game is dealt, apart from its table: only who checks a fair deal needs it.
import type { Deal } from "./contract";

const found = import.meta.glob<Deal>("./*/deal.ts", { import: "default" });

/** Loads it; undefined for a game whose deal this client cannot work out. */
export function dealOf(game: string): (() => Promise<Deal>) | undefined {
  return found[`./${game}/deal.ts`];
}
