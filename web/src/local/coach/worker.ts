// The coach's thread: given a finished game, it says how far it is, and in the end what was luck and what was play.
import type { Analysis } from "$/net/messages";
import { Kernel, type Manifest, type Rules, type State } from "../kernel";
import { Match, type Move } from "../match";
import { analyse } from "./analysis";
import { Court } from "./court";
import { Pace } from "./pace";

export interface Task {
  manifest: Manifest;
  module: WebAssembly.Module;
  nets: Uint8Array;
  coach: WebAssembly.Module;
  rules: Rules;
  dealt: State;
  moves: Move[];
}

export type Report = { done: number } | { analysis: Analysis };

/** Whether something moves on the page: said whenever that changes. */
export interface Stirring {
  moves: boolean;
}

const SEED = 0n; // as a server has it
const STEPS = 50; // reports at most
const pace = new Pace();
let told = 0;

async function report(done: number): Promise<void> {
  pace.done = done;
  const step = Math.floor(done * STEPS);
  if (step > told) self.postMessage({ done: (told = step) / STEPS } satisfies Report);
  await new Promise((resolve) => setTimeout(resolve)); // what the page says is heard between two steps
}

async function carryOut({ manifest, module, nets, coach, rules, dealt, moves }: Task): Promise<void> {
  const kernel = new Kernel(manifest, module, nets);
  const match = new Match(kernel, rules, dealt);
  for (const [seat, move] of moves) match.play(seat, move);
  if (!manifest.coach) throw new Error(`${manifest.name} has no coach`);
  const court = new Court(kernel, manifest.coach, coach, match.players, SEED, pace.rest);
  self.postMessage({ analysis: await analyse(court, match, report) } satisfies Report);
}

self.onmessage = ({ data }: MessageEvent<Task | Stirring>) => {
  if (!("manifest" in data)) pace.disturbs = data.moves;
  else carryOut(data).catch((fault: unknown) => setTimeout(() => { throw fault; })); // so that the page hears of it
};
