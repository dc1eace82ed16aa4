// The coach's thread: given a finished game, it says how far it is, and in the end what was luck and what was play.
import type { Analysis } from "$/net/messages";
import { Kernel, type Manifest, type Rules, type State } from "../kernel";
import { Match, type Move } from "../match";
import { analyse } from "./analysis";
import { Court } from "./court";

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

const SEED = 0n; // as a server has it
const STEPS = 50; // reports at most

self.onmessage = ({ data: { manifest, module, nets, coach, rules, dealt, moves } }: MessageEvent<Task>) => {
  const kernel = new Kernel(manifest, module, nets);
  const match = new Match(kernel, rules, dealt);
  for (const [seat, move] of moves) match.play(seat, move);
  if (!manifest.coach) throw new Error(`${manifest.name} has no coach`);
  let told = 0;
  const report = (done: number) => {
    const step = Math.floor(done * STEPS);
    if (step > told) self.postMessage({ done: (told = step) / STEPS } satisfies Report);
  };
  const analysis = analyse(new Court(kernel, manifest.coach, coach, match.players, SEED), match, report);
  self.postMessage({ analysis } satisfies Report);
};
