// A bot's thread: given a position as its seat knows it, it answers with a move.
import { advice, type Decision, Thinker } from "./bot";
import { Kernel, type Manifest, type State } from "./kernel";

export interface Task {
  number: number;
  manifest: Manifest;
  module: WebAssembly.Module;
  nets: Uint8Array;
  level: string;
  /** Whether a person is told, who is shown chances. */
  advice: boolean;
  state: State;
  seat: number;
  players: number;
  seed: bigint;
}

export interface Answer {
  number: number;
  decision: Decision;
}

const thinkers = new Map<string, { kernel: Kernel; thinker: Thinker }>();

function known({ manifest, module, nets }: Task): { kernel: Kernel; thinker: Thinker } {
  const found = thinkers.get(manifest.name);
  if (found) return found;
  const kernel = new Kernel(manifest, module, nets);
  const made = { kernel, thinker: new Thinker(kernel) };
  thinkers.set(manifest.name, made);
  return made;
}

self.onmessage = ({ data: task }: MessageEvent<Task>) => {
  const { kernel, thinker } = known(task);
  const decision = thinker.decide(task.level, task, BigUint64Array.of(task.seed));
  self.postMessage({ number: task.number, decision: task.advice ? advice(decision, kernel, task) : decision } satisfies Answer);
};
