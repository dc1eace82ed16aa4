// Words for lists of tables: a table may be of any game that this client has a face for.
import { names } from "$/games";
import type { TableLine } from "$/net/messages";
import { learnWords } from "$/words/words.svelte";

export async function learnAllWords(lines: TableLine[]): Promise<void> {
  const games = new Set(lines.map((line) => line.game).filter((game) => names.includes(game)));
  await Promise.all([...games].map(learnWords)).catch(() => undefined); // without words a game is called by its token
}
