// How the seats of a table are called: people by their names, bots by names of our own, for a level is no name. A bot that
// somebody brought along is called as the server does, by its name and its maker's: "Mine (Ana)".
import type { SeatInfo } from "$/net/messages";
import { has, t } from "$/words/words.svelte";

const BOTS = ["Wayan", "Made", "Nyoman", "Ketut", "Putu"]; // first to fourth child in Bali, and the next first one

/** The levels that people are offered, the kindest first; a server may know more for programs. */
export const LEVELS = ["first", "learner", "casual", "club", "strong", "expert", "champion"];

export function seatName(seat: Pick<SeatInfo, "name" | "bot">, number: number): string {
  if (seat.bot !== null) return seat.bot.endsWith(")") ? seat.bot : (BOTS[number % BOTS.length] ?? "");
  return seat.name ?? t("ui.nobody", { seat: number + 1 });
}

export function levelName(level: string): string {
  const key = `ui.level_${level}`;
  return has(key) ? t(key) : level;
}

/** What a level does not see, in a sentence; nothing of those that only programs ask for. */
export function levelAbout(level: string): string {
  const key = `ui.level_${level}_about`;
  return has(key) ? t(key) : "";
}
