// What people can agree on about a table, besides the game: the choices that they are offered.
import { has, t } from "$/words/words.svelte";

const DAY = 24 * 60;

/** Minutes a move; 0 is no clock. */
export const CLOCKS = [0, 1, 5, 15, 60, DAY, 3 * DAY, 7 * DAY];
export const WATCHERS = ["anyone", "link", "nobody"] as const;

export function clockText(minutes: number): string {
  if (minutes === 0) return t("lobby.clock_none");
  if (minutes % DAY === 0) return t("lobby.clock_days", { n: minutes / DAY });
  if (minutes % 60 === 0) return t("lobby.clock_hours", { n: minutes / 60 });
  return t("lobby.clock_minutes", { n: minutes });
}

export function watchText(who: string): string {
  const key = `lobby.watch_${who}`;
  return has(key) ? t(key) : who;
}
