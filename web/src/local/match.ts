// One game in progress, as `pasar.match` has it: its deal, its moves, and what they told.
import { Kernel, type Refused, type Rules, type State, type Story } from "./kernel";

export type Move = [seat: number, move: string];

export class Unreadable extends Error {}

export class Match {
  readonly moves: Move[] = [];
  private states: State[];
  private told: Story[];

  /** From a deal, or from a position of another game, of which nothing is told. */
  constructor(readonly kernel: Kernel, readonly rules: Rules, readonly dealt: State, isPosition = false) {
    const [state, story] = isPosition ? [dealt, new Int16Array()] : kernel.start(dealt);
    this.states = [state];
    this.told = [story];
  }

  get state(): State {
    return this.states.at(-1) ?? this.dealt;
  }

  get players(): number {
    return Number(this.rules.players);
  }

  get toAct(): number[] {
    return this.kernel.toAct(this.state);
  }

  get over(): boolean {
    return this.toAct.length === 0;
  }

  get result(): { points: number[]; winners: number[] } | null {
    return this.over ? { points: this.kernel.points(this.state, this.players), winners: this.kernel.winners(this.state) } : null;
  }

  /** Why a move is closed; null if it is open. */
  why(seat: number, move: string): Refused | null {
    return this.kernel.why(this.state, seat, partsOf(this.kernel, move));
  }

  /** Make a move, or say why it is closed. */
  play(seat: number, move: string): Refused | null {
    const made = this.kernel.decide(this.state, seat, partsOf(this.kernel, move));
    if (!("story" in made)) return made;
    this.states.push(made.state);
    this.told.push(made.story);
    this.moves.push([seat, move]);
    return null;
  }

  /** Take all moves after the first `count` back. */
  back(count: number): void {
    this.states.length = this.told.length = count + 1;
    this.moves.length = count;
  }

  /** What a seat (null: a spectator) sees after the first `count` moves. */
  view(seat: number | null, memory = false, count = this.moves.length): Record<string, unknown> {
    const state = this.states[count] ?? this.state;
    const [sight = "{}"] = this.kernel.sights(state, [seat ?? -1], memory);
    const acting = this.kernel.toAct(state);
    const head = { seat, game: this.kernel.manifest.name, rules: this.rules, to_act: acting, over: acting.length === 0 };
    return { ...head, ...(JSON.parse(sight) as Record<string, unknown>) };
  }

  stateAfter(count: number): State {
    return this.states[count] ?? this.state;
  }

  pointsAfter(count: number): number[] {
    return this.kernel.points(this.states[count] ?? this.state, this.players);
  }

  menu(seat: number): unknown {
    return JSON.parse(this.kernel.menu(this.state, seat));
  }

  /** What move number `move` (0: the start) told to a seat, to a spectator (-1) or to somebody who sees all (-2). */
  story<T>(move: number, eyes: number): T[] {
    const [story = "[]"] = this.kernel.stories(this.told[move] ?? new Int16Array(), [eyes]);
    return JSON.parse(story) as T[];
  }

  /** What a move would tell its maker in one of the worlds that they could imagine: its rows as texts, and its events. */
  imagined(seat: number, move: string, world: bigint): { rows: string[]; events: unknown[] } {
    const state = this.kernel.resampled(this.state, seat, BigUint64Array.of(world));
    const made = this.kernel.decide(state, seat, partsOf(this.kernel, move));
    if (!("story" in made)) return { rows: [], events: [] };
    const { columns } = this.kernel.manifest.story;
    const row = (number: number) => made.story.slice(number * columns, (number + 1) * columns).join();
    const rows = Array.from({ length: made.story.length / columns }, (_, number) => row(number));
    return { rows, events: JSON.parse(this.kernel.stories(made.story, [seat])[0] ?? "[]") as unknown[] };
  }

  /** Whether an event (its row as a text) shows something to a seat that it did not know. */
  reveals(row: string, seat: number): boolean {
    const [code = 0, whose = -1] = row.split(",").map(Number);
    const kind = this.kernel.manifest.reveals[code];
    return kind === "table" || (kind === "own" && whose !== seat);
  }

  get breakdown(): Record<string, number>[] {
    return this.kernel.breakdown(this.state, this.players);
  }

  get setup(): Record<string, unknown> {
    return JSON.parse(this.kernel.setup(this.dealt)) as Record<string, unknown>;
  }
}

/** The actions that a text asks for: one, or those of a composed move. */
export function partsOf({ manifest: { name, texts, composed } }: Kernel, move: string): number[] {
  const action = texts.indexOf(move);
  if (action >= 0) return [action];
  const counts = composed && countsOf(composed.word, composed.pieces, move);
  if (!composed || !counts || !counts.some(Boolean) || Math.max(...counts) > composed.most)
    throw new Unreadable(`"${move.slice(0, 60)}" is no move of ${name}`);
  return counts.map((count) => composed.first + count);
}

function countsOf(word: string, pieces: string[], move: string): number[] | null {
  const pattern = new RegExp(`^${word} ${pieces.map((piece) => `(?:${piece}([1-9][0-9]?))?`).join("")}$`);
  return pattern.exec(move)?.slice(1).map((count: string | undefined) => Number(count ?? 0)) ?? null;
}

/** The move that an open action completes; null for a part of a composed one that leaves a choice open. */
export function textOf(kernel: Kernel, state: State, seat: number, action: number): string | null {
  const { texts, composed, story } = kernel.manifest;
  const text = texts[action];
  if (text || !composed) return text ?? null;
  const [after, told] = kernel.apply(state, seat, action);
  if (kernel.made(after) === kernel.made(state)) return null;
  for (let row = 0; row < told.length; row += story.columns)
    if (told[row] === composed.event && told[row + 1] === seat)
      return `${composed.word} ${composed.pieces.map((piece, place) => counted(piece, told[row + 2 + place])).join("")}`;
  return null;
}

function counted(piece: string, count = 0): string {
  return count ? `${piece}${count}` : "";
}
