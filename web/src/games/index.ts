// Finds the games by their folders: a new one adds a folder here and edits nothing.
import { drawOffered } from "$/art/sprite";
import { askedOnce } from "$/ui/asked";
import { yieldToBrowser } from "$/ui/yielding";
import { learnWords } from "$/words/words.svelte";
import type { GameUi } from "./contract";

const AGAIN = 2000; // milliseconds between two tries to fetch drawings
const drawings = import.meta.glob("./*/art.ts");
const faces = Object.entries(import.meta.glob<{ default: GameUi }>("./*/index.ts")).map(([path, load]) => {
  const game = path.split("/")[1] ?? "";
  const unpacked = askedOnce(async () => {
    draw(game);
    const { default: face } = await load();
    await yieldToBrowser(); // much has just been unpacked, and its table is drawn next
    return face;
  });
  return [game, unpacked] as const;
});
const found = new Map(faces);
const covers = import.meta.glob<string>("./*/cover.svg", { eager: true, query: "?url", import: "default" });
import.meta.glob("./*/colours.css", { eager: true });
const rulesFound = import.meta.glob<RulesText>("./*/rules/*.md");

export interface RulesText {
  html: string;
  chapters: { id: string; title: string }[];
}

/** The games that have a face of their own; a server may have more, which get a plain one. */
export const names = [...found.keys()];

/** The address of the picture on a game's box. */
export function coverOf(game: string): string | undefined {
  return covers[`./${game}/cover.svg`];
}

/** A game's face alone; nothing if it has none of its own. */
export function faceOf(game: string): Promise<GameUi> | undefined {
  return found.get(game)?.();
}

/** Its drawings come when they come: nobody waits for them with a move. */
function draw(game: string): void {
  drawings[`./${game}/art.ts`]?.().catch(() => setTimeout(() => draw(game), AGAIN));
}

/** A game's face, with its words. */
export async function loadGame(game: string): Promise<GameUi> {
  const [ui] = await Promise.all([faceOf(game) ?? plainFace(game), learnWords(game)]);
  return ui;
}

/** For a game of the server's that has no folder here. */
async function plainFace(game: string): Promise<GameUi> {
  const plain = await import("./plain/face");
  return plain.faceOf(game) as GameUi;
}

/** A game's rules, with the drawings in them; in English where they are not written in this language. */
export async function loadRules(game: string, language: string): Promise<RulesText | null> {
  const load = [language, "en"].map((each) => rulesFound[`./${game}/rules/${each}.md`]).find((each) => each !== undefined);
  const [text] = await Promise.all([load?.(), drawings[`./${game}/art.ts`]?.()]);
  drawOffered();
  return text ?? null;
}
