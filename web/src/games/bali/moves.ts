// Moves in words of the reader's language. Their texts are those of a record: "take 2", "play rice*2".
import { name, t } from "$/words/words.svelte";

export function describe(move: string): string {
  const [word = "", rest = ""] = move.split(" ");
  const [thing = "", count = "1"] = rest.split("*");
  if (word === "play") return t(`bali.play_${thing}`, { n: Number(count) });
  return t(`bali.move_${word}`, { n: Number(thing) || 0, good: name("bali", thing) });
}

/** Moves that are made by touching a thing on the table; all others need a button. */
export function hasPlace(move: string): boolean {
  return /^(buy|play|give|add|take|keep|pick) /.test(move);
}
