// Bots in a few threads that all tables share; a page that thinks itself would stutter.
import type { Decision } from "./bot";
import type { Kernel, State } from "./kernel";
import type { Answer, Task } from "./worker";

const MOST_THREADS = 4;

export interface Game {
  kernel: Kernel;
  module: WebAssembly.Module;
  nets(): Promise<Uint8Array>;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, { resolve(decision: Decision): void; reject(fault: Error): void }>;
}

class Thinking {
  private threads: Thread[] = [];
  private number = 0;

  /** What a bot of this level would do. What is hidden from the seat has been replaced by a guess before it is told. */
  async decide(game: Game, level: string, state: State, seat: number, players: number, advice = false): Promise<Decision> {
    const [number, { kernel, module }] = [++this.number, game];
    const guess = kernel.resampled(state, seat, BigUint64Array.of(0n));
    const seed = advice ? 0n : (crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n);
    const known = { manifest: kernel.manifest, module, nets: await game.nets() };
    const task: Task = { ...known, number, level, advice, state: guess, seat, players, seed };
    const thread = this.leastBusy();
    return new Promise((resolve, reject) => {
      thread.waiting.set(number, { resolve, reject });
      thread.worker.postMessage(task);
    });
  }

  /** Whatever is being thought about is not answered any more. */
  stop(): void {
    for (const { worker } of this.threads) worker.terminate();
    this.threads = [];
  }

  private leastBusy(): Thread {
    const most = Math.min(MOST_THREADS, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));
    const free = this.threads.find(({ waiting }) => waiting.size === 0);
    if (free) return free;
    if (this.threads.length < most) this.threads.push(made());
    return this.threads.reduce((one, other) => (other.waiting.size < one.waiting.size ? other : one));
  }
}

function made(): Thread {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const waiting: Thread["waiting"] = new Map();
  worker.onmessage = ({ data: { number, decision } }: MessageEvent<Answer>) => {
    waiting.get(number)?.resolve(decision);
    waiting.delete(number);
  };
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(`a bot's thread failed: ${message}`));
    waiting.clear();
  };
  return { worker, waiting };
}

export const thinking = new Thinking();
