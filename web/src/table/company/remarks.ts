// What bots say at the table: short, in the temper of their level. The words come when there is somebody to say them.
import type { Language } from "$/net/messages";
import { language } from "$/words/words.svelte";
import type { Occasion } from "../feeling.svelte";

export type Remarks = Record<string, Record<Occasion, string[]>>;

const sources: Record<Language, () => Promise<{ default: Remarks }>> = {
  en: () => import("./remarks/en.json"),
  de: () => import("./remarks/de.json"),
  fr: () => import("./remarks/fr.json"),
};

/** Levels as they were called before. */
const BEFORE: Record<string, string> = { random: "first", easy: "learner", greedy: "casual", medium: "club", hard: "strong" };

/**
 * One of its sentences; `number` chooses, so that all who look on read the same. Empty for a bot of somebody's own, and
 * while there is no network to fetch the words.
 */
export async function remarkOf(level: string, occasion: Occasion, number: number): Promise<string> {
  const remarks = await sources[language()]().then(({ default: words }) => words, (): Remarks => ({}));
  const said = remarks[BEFORE[level] ?? level]?.[occasion] ?? [];
  return said[number % said.length] ?? "";
}
