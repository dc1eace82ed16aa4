// Words for lists of tables: a table may be of any game that the server has.
import type { TableLine } from "$/net/messages";
import { learnWords } from "$/words/words.svelte";

export async function learnAllWords(lines: TableLine[]): Promise<void> {
  const games = new Set(lines.map((line) => line.game));
  await Promise.all([...games].map(learnWords)).catch(() => undefined); // without words a game is called by its token
}
