// How Basari is dealt, as docs/fair.md says: the same ids, shuffled anew for each stage.
import type { Luck } from "../contract";

const STAGES = 3;
const CARDS = Array.from({ length: 39 }, (_, id) => id);

export default function deal(luck: Luck): Record<string, unknown> {
  return { decks: Array.from({ length: STAGES }, () => luck.shuffled(CARDS)) };
}
