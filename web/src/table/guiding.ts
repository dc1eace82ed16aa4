// To whom the guide speaks: who has neither learned nor played a game, until their first one is over or they have heard enough.
import { prefs } from "$/state/prefs.svelte";

const ALL = "*";
const mark = (game: string, topic: string) => `${game}:${topic}`;

export function isNew(game: string): boolean {
  if (prefs.guided.includes(mark(game, ALL)) || prefs.learned.includes(game)) return false;
  return !prefs.played.includes(game) || prefs.guided.some((each) => each.startsWith(mark(game, "")));
}

/** The first of these that was not explained yet. */
export function firstNew(game: string, topics: string[]): string | null {
  return topics.find((topic) => !prefs.guided.includes(mark(game, topic))) ?? null;
}

export function explained(game: string, topic: string): void {
  if (!prefs.guided.includes(mark(game, topic))) prefs.guided.push(mark(game, topic));
}

/** Never again, in this game. */
export function enough(game: string): void {
  explained(game, ALL);
}
