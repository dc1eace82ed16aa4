// Moves and values in words, with nothing but the names that every game has.
import { name, t } from "$/words/words.svelte";
import type { Json } from "./view";

/** Each word of the move by its name: "bid 7" may be "Bid 7". */
export function describe(game: string, move: string): string {
  return move.split(" ").map((word) => name(game, word)).join(" ");
}

export function inWords(game: string, value: Json): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? t("plain.yes") : t("plain.no");
  return typeof value === "string" ? name(game, value) : String(value);
}
