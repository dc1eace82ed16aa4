// All games that one has finished, page by page: the last ones are shown while the others are on their way.
import { api, meet } from "$/net/api";
import type { FinishedGame } from "$/net/messages";
import { caughtText } from "$/ui/faults";
import { learnWords } from "$/words/words.svelte";

export class History {
  games = $state.raw<FinishedGame[]>([]);
  /** Whether all of them are here. */
  whole = $state(false);
  fault = $state("");

  async load(): Promise<void> {
    [this.games, this.whole, this.fault] = [[], false, ""];
    try {
      await meet();
      for (let before: number | null | undefined; before !== null; ) before = await this.more(before);
      this.whole = true;
    } catch (caught) {
      this.fault = caughtText(caught);
    }
  }

  private async more(before: number | undefined): Promise<number | null> {
    const told = await api.myGames(before);
    const names = new Set(told.games.map(({ game }) => game));
    await Promise.all([...names].map(learnWords)).catch(() => undefined); // without words a game is called by its token
    this.games = [...this.games, ...told.games];
    return told.before;
  }
}
