// Finds the games by their folders: a new one adds a folder here and edits nothing.
import { learnWords } from "$/words/words.svelte";
import type { GameUi } from "./contract";

const found = import.meta.glob<{ default: GameUi }>("./*/index.ts");
const rulesFound = import.meta.glob<RulesText>("./*/rules/*.md");

export interface RulesText {
  html: string;
  chapters: { id: string; title: string }[];
}

export const names = Object.keys(found).map((path) => path.split("/")[1] ?? "");

/** A game's face, with its words. */
export async function loadGame(game: string): Promise<GameUi> {
  const load = found[`./${game}/index.ts`];
  if (!load) throw new Error(`this client has no table for ${game}`);
  const [module] = await Promise.all([load(), learnWords(game)]);
  return module.default;
}

export async function loadRules(game: string, language: string): Promise<RulesText | null> {
  return (await rulesFound[`./${game}/rules/${language}.md`]?.()) ?? null;
}
