// What one is about to play: kept in this browser, so that the next game is one click away.
import { api } from "$/net/api";
import type { GameInfo, Options } from "$/net/messages";
import { prefs } from "$/state/prefs.svelte";
import { askedOnce } from "$/ui/asked";
import { learnWords } from "$/words/words.svelte";

class Setup {
  /** The games of the server; none until it has answered. */
  games = $state.raw<GameInfo[]>([]);
  /** The addresses by which others can reach the server, as far as it knows them. */
  addresses = $state.raw<string[]>([]);
  /** Ask what can be played here, before anybody shows it. */
  readonly ask = askedOnce(api.games);

  /** May be called as often as one likes. */
  async load(): Promise<void> {
    if (this.games.length) return;
    const { games, addresses = [] } = await this.ask();
    this.addresses = addresses;
    await Promise.all(games.map((game) => learnWords(game.name)));
    this.games = games;
  }

  get game(): GameInfo | null {
    return this.games.find((each) => each.name === prefs.last.game) ?? this.games[0] ?? null;
  }

  get players(): number {
    return this.game ? playersOf(this.game, prefs.last.players[this.game.name]) : 0;
  }

  set players(count: number) {
    if (this.game) prefs.last.players[this.game.name] = count;
  }

  isOn(name: string): boolean {
    return prefs.last.switches[this.key(name)] ?? false;
  }

  turn(name: string, on: boolean): void {
    prefs.last.switches[this.key(name)] = on;
  }

  /** What the server is asked to open. */
  get options(): Partial<Options> & { game: string; players: number } {
    const wished = this.game?.switches.map(({ name }) => [name, this.isOn(name)] as const) ?? [];
    return { game: this.game?.name ?? "", players: this.players, switches: Object.fromEntries(wished) };
  }

  private key(name: string): string {
    return `${this.game?.name ?? ""}.${name}`;
  }
}

/** As many as were wished, if they have room; else three, which every game is good with. */
function playersOf({ fewest, most }: GameInfo, wished = 3): number {
  return Math.min(most, Math.max(fewest, wished));
}

export const setup = new Setup();
