// What people read. `t("home.play")` is the text `play` of src/home/words/LANGUAGE.json; `src/games/bali/words` is `bali.…`.
import { api } from "$/net/api";
import type { GameWords, Language, Value, Values } from "$/net/messages";
import { prefs } from "$/state/prefs.svelte";
import { format, type Shown } from "./format";

export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch", fr: "Français" };
const PEOPLE = ["seat", "other"]; // a player may be called "rice"

type Texts = Record<string, string>;

const sources: Record<Language, () => Promise<{ default: Record<string, Texts> }>> = {
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
};

/** What only lessons, the pages about a server and that of past games say: it comes when one of them is opened. */
const later = import.meta.glob<Texts>(["../games/*/lesson/*.json", "../*/later/*.json"], { import: "default" });

class Spoken {
  language = $state<Language>("en");
  texts = $state.raw<Texts>({});
  /** The folders that came later and are among them. */
  learned: string[] = [];
  games = $state.raw<Record<string, GameWords>>({});
}

const spoken = new Spoken();

let wished: Language = spoken.language;

/** Speak a language from now on; resolves when its texts are here, or when another one was wished for meanwhile. */
export async function speak(language: Language): Promise<void> {
  wished = language;
  const { learned } = spoken;
  const gathered = gather((await sources[language]()).default, ...(await Promise.all(learned.map((folder) => textsIn(folder, language)))));
  const games = Object.keys(spoken.games);
  const words = await Promise.all(games.map((game) => api.words(game, language)));
  if (wished !== language) return;
  const learnedSince = Object.keys(spoken.games).filter((game) => !games.includes(game));
  spoken.texts = gathered;
  spoken.games = Object.fromEntries(games.map((game, k) => [game, words[k] ?? {}]));
  spoken.language = language;
  prefs.language = language;
  document.documentElement.lang = language;
  await Promise.all([...learnedSince.map(learnWords), ...spoken.learned.filter((folder) => !learned.includes(folder)).map(learnTexts)]);
}

async function textsIn(folder: string, language: Language): Promise<Record<string, Texts>> {
  const path = `../${folder}/${language}.json`;
  return { [path]: (await later[path]?.()) ?? {} };
}

/** Bring the texts of a folder along that are not there from the start. */
export async function learnTexts(folder: string): Promise<void> {
  const { language } = spoken;
  const words = await textsIn(folder, language);
  if (language !== spoken.language) return learnTexts(folder);
  spoken.learned = [...new Set([...spoken.learned, folder])];
  spoken.texts = { ...spoken.texts, ...gather(words) };
}

function gather(...files: Record<string, Texts>[]): Texts {
  const texts: Texts = {};
  for (const [path, found] of files.flatMap((each) => Object.entries(each))) {
    const area = path.split("/").at(-3) ?? "";
    for (const [key, text] of Object.entries(found)) texts[`${area}.${key}`] = text;
  }
  return texts;
}

/** The browser's own language, if it is one of ours. */
export function guessed(): Language {
  const wished = navigator.languages.map((tag) => tag.slice(0, 2));
  return (wished.find((tag) => tag in LANGUAGES) as Language | undefined) ?? "en";
}

export function language(): Language {
  return spoken.language;
}

export function t(key: string, values?: Record<string, Shown>): string {
  const text = spoken.texts[key];
  return text === undefined ? key : format(text, values);
}

/** A text that every game has in its own words: `ofGame("bali", "about")`. Things among the values are called by their names. */
export function ofGame(game: string, key: string, values: Values = {}): string {
  return t(`${game}.${key}`, shown(game, values));
}

export function has(key: string): boolean {
  return key in spoken.texts;
}

/** How the keys go on that begin like this. */
export function endings(start: string): string[] {
  return Object.keys(spoken.texts).filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
}

/** Bring the words of a game along; they come from the server, where its rules are. */
export async function learnWords(game: string): Promise<void> {
  if (spoken.games[game]) return;
  const { language } = spoken;
  const words = await api.words(game, language);
  if (language !== spoken.language) return learnWords(game);
  spoken.games = { ...spoken.games, [game]: words };
}

/** The name of a thing of a game: of a card, a good, an action. */
export function name(game: string, token: string): string {
  return spoken.games[game]?.names?.[token] ?? token;
}

/** A sentence of a game's words: `say("bali", "reasons", "price", {price: 7, have: 5})`. */
export function say(game: string, table: string, key: string, values: Values = {}): string {
  const sentence = spoken.games[game]?.[table]?.[key];
  return sentence === undefined ? key : format(sentence, shown(game, values));
}

export function knows(game: string, table: string, key: string): boolean {
  return spoken.games[game]?.[table]?.[key] !== undefined;
}

function shown(game: string, values: Values): Record<string, Shown> {
  const named = Object.entries(values).map(([key, value]) => [key, PEOPLE.includes(key) ? value : thing(game, value)]);
  return Object.fromEntries(named) as Record<string, Shown>;
}

function thing(game: string, value: Value): Shown {
  if (typeof value === "string") return name(game, value);
  if (typeof value === "number") return value;
  return value.filter(([count]) => count).map(([count, token]) => `${count} ${name(game, token)}`).join(", ");
}
