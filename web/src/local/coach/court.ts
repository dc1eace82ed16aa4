// A judge at work on one game (`pasar.coach.judge`): plays lines of moves on to the end, in the same worlds, in compiled code.
import type { Kernel, State } from "../kernel";
import type { Coaching } from "./bars";

/** A seat and its action. */
export type Step = [seat: number, action: number];
export type Line = Step[];

/** What a world is, in the order of `pasar.coach.playouts`. */
export const [DEALT, KNOWN, BEFORE, AFTER] = [0, 1, 2, 3];

const MASK = (1n << 64n) - 1n;
const STEP = 0x9e3779b97f4a7c15n;
const MIX = [0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn] as const;

function mixed(number: bigint): bigint {
  let z = number & MASK;
  z = ((z ^ (z >> 30n)) * MIX[0]) & MASK;
  z = ((z ^ (z >> 27n)) * MIX[1]) & MASK;
  return z ^ (z >> 31n);
}

function gameSeed(seed: bigint, index: number): bigint {
  return mixed(mixed(seed) + BigInt(index + 1) * STEP);
}

/** What else than the rounds of playing on is asked. */
export interface Asking {
  seat?: number;
  seed?: bigint;
  first?: number;
}

type Call = (...values: number[]) => number;

const AT_ONCE = 48; // playouts between two rests

export class Court {
  /** A victory in units, so that any number of winners can share it. */
  readonly unit: number;
  private readonly call: Record<"allocate" | "play_on" | "draw" | "reshuffle", Call>;
  private readonly memory: WebAssembly.Memory;
  private readonly at: Record<"state" | "source" | "heats", number>;
  private room = { at: 0, size: 0 };

  constructor(
    readonly kernel: Kernel, readonly coaching: Coaching, module: WebAssembly.Module, readonly players: number, readonly seed: bigint,
    readonly rest: () => void = () => undefined,
  ) {
    const { exp, log, log10, tanh } = Math;
    const { exports } = new WebAssembly.Instance(module, { env: { exp, log, log10, tanh } });
    this.call = exports as Record<string, unknown> as typeof this.call;
    this.memory = exports.memory as WebAssembly.Memory;
    this.at = { state: this.call.allocate(kernel.manifest.state), source: this.call.allocate(8), heats: this.call.allocate(16) };
    this.unit = Array.from({ length: players }, (_, k) => k + 1).reduce(leastCommonMultiple);
  }

  /** A seed of its own for each question, the same in every analysis with the same seed. */
  seedFor(...numbers: number[]): bigint {
    return numbers.reduce(gameSeed, this.seed);
  }

  /** Units of the victory by line, world and seat. */
  shares(state: State, mode: number, lines: Line[], worlds: number, asking: Asking = {}): number[][][] {
    return this.inPieces(lines.length, worlds, asking, (some, from) => this.played(state, mode, lines, some, from, false)[0]);
  }

  /** Where everybody's points come from: by line, world, seat and source. */
  parts(state: State, mode: number, lines: Line[], worlds: number, asking: Asking): number[][][][] {
    const sources = this.kernel.manifest.sources.length;
    return this.inPieces(lines.length, worlds, asking, (some, from) => {
      const flat = this.played(state, mode, lines, some, from, true)[1];
      return grouped(grouped(grouped(flat, sources), this.players), some);
    });
  }

  /** Some worlds after others, with a rest between them: by line and world. */
  private inPieces<T>(lines: number, worlds: number, asking: Asking, played: (worlds: number, asking: Asking) => T[][]): T[][] {
    const found: T[][] = Array.from({ length: lines }, () => []);
    const size = Math.max(1, Math.floor(AT_ONCE / lines));
    for (let begun = 0; begun < worlds; begun += size) {
      const piece = played(Math.min(size, worlds - begun), { ...asking, first: (asking.first ?? 0) + begun });
      piece.forEach((line, k) => found[k]?.push(...line));
      this.rest();
    }
    return found;
  }

  /** One decision of the judge's policy, by lot. */
  draw(state: State, seat: number, source: BigUint64Array): number {
    this.put(state, source[0] ?? 0n, [this.coaching.judge.heat, 0]);
    const action = this.call.draw(this.at.state, seat, this.at.heats, this.at.source);
    source[0] = new BigUint64Array(this.memory.buffer, this.at.source, 1)[0] ?? 0n;
    return action;
  }

  /** What nobody can know, drawn anew. */
  reshuffled(state: State, order: number): State {
    this.put(state, BigInt(order));
    this.call.reshuffle(this.at.state, this.at.source);
    return new Uint8Array(this.memory.buffer, this.at.state, state.length).slice();
  }

  private played(
    state: State, mode: number, lines: Line[], worlds: number, { seat = -1, seed = this.seed, first = 0 }: Asking, withParts: boolean,
  ): [number[][][], number[]] {
    const longest = Math.max(1, ...lines.map((line) => line.length));
    const written = lines.flatMap((line) => Array.from({ length: longest }, (_, k) => line[k] ?? [-1, -1]).flat());
    const size = lines.length * worlds * this.players;
    const sizes = [written.length, size, withParts ? size * this.kernel.manifest.sources.length : 0] as const;
    const at = this.roomFor(8 * (sizes[0] + sizes[1] + sizes[2]));
    const [shares, parts] = [at + 8 * sizes[0], at + 8 * (sizes[0] + sizes[1])];
    new BigInt64Array(this.memory.buffer, at, written.length).set(written.map(BigInt));
    new BigInt64Array(this.memory.buffer, shares, sizes[1] + sizes[2]).fill(0n);
    this.put(state, seed);
    this.call.play_on(
      this.at.state, mode, seat, at, lines.length, longest, this.at.source, first, this.at.heats, this.unit, shares, worlds,
      this.players, parts, withParts ? 1 : 0,
    );
    const read = (place: number, count: number) => Array.from(new BigInt64Array(this.memory.buffer, place, count), Number);
    return [grouped(grouped(read(shares, sizes[1]), this.players), worlds), read(parts, sizes[2])];
  }

  private put(state: State, source: bigint, heats = [this.coaching.judge.alone, this.coaching.judge.heat]): void {
    new Uint8Array(this.memory.buffer).set(state, this.at.state);
    new BigUint64Array(this.memory.buffer, this.at.source, 1)[0] = source;
    new Float64Array(this.memory.buffer, this.at.heats, 2).set(heats);
  }

  private roomFor(size: number): number {
    if (size > this.room.size) this.room = { at: this.call.allocate(2 * size), size: 2 * size };
    return this.room.at;
  }
}

function grouped<T>(values: T[], size: number): T[][] {
  return Array.from({ length: values.length / size }, (_, k) => values.slice(k * size, (k + 1) * size));
}

function leastCommonMultiple(one: number, other: number): number {
  let [a, b] = [one, other];
  while (b) [a, b] = [b, a % b];
  return (one / a) * other;
}
