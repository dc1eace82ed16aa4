// What one is about to play: kept in this browser, so that the next game is one click away.
import { api } from "$/net/api";
import type { GameInfo, Options } from "$/net/messages";
import { nextGame, prefs } from "$/state/prefs.svelte";
import { askedOnce } from "$/ui/asked";
import { learnWords } from "$/words/words.svelte";

export type Wish = Partial<Options> & { game: string; players: number };

class Setup {
  /** The games of the server; none until it has answered. */
  games = $state.raw<GameInfo[]>([]);
  /** The addresses by which others can reach the server, as far as it knows them. */
  addresses = $state.raw<string[]>([]);
  /** Ask what can be played here, before anybody shows it. */
  readonly ask = askedOnce(() => api.games());

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
    return this.game ? playersOf(this.game) : 0;
  }

  set players(count: number) {
    if (this.game) prefs.last.players[this.game.name] = count;
  }

  isOn(name: string): boolean {
    return isOn(this.game, name);
  }

  turn(name: string, on: boolean): void {
    prefs.last.switches[switchOf(this.game, name)] = on;
  }

  /** What the server is asked to open. */
  get options(): Wish {
    return this.game ? wishFor(this.game) : { game: "", players: 0, switches: {} };
  }

  /** The same for the game of a page that plays by itself: whoever wants to play at once waits for no other one. */
  async askNext(): Promise<Wish> {
    const wanted = nextGame() ?? "";
    const { games } = await api.games(wanted);
    const game = games.find(({ name }) => name === wanted);
    if (!game) throw new Error(`there is no game ${wanted} here`);
    return wishFor(game);
  }
}

function wishFor(game: GameInfo): Wish {
  const switches = game.switches.map(({ name }) => [name, isOn(game, name)] as const);
  return { game: game.name, players: playersOf(game), switches: Object.fromEntries(switches) };
}

function isOn(game: GameInfo | null, name: string): boolean {
  return prefs.last.switches[switchOf(game, name)] ?? false;
}

function switchOf(game: GameInfo | null, name: string): string {
  return `${game?.name ?? ""}.${name}`;
}

/** As many as were wished, if they have room; else three, which every game is good with. */
function playersOf({ name, fewest, most }: GameInfo): number {
  return Math.min(most, Math.max(fewest, prefs.last.players[name] ?? 3));
}

export const setup = new Setup();
