// The bots of a page, for tools/page_bots.py: reads a position as a line of JSON, answers with a line that has the move.
// node --experimental-transform-types page_bots.ts MANIFEST WASM NETS
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { createInterface } from "node:readline";

// The client's files name each other as its bundler likes it, without an ending.
registerHooks({ resolve: (name, context, next) => next(/^\.\/\w+$/.test(name) ? `${name}.ts` : name, context) });
const { Kernel, bytesIn } = await import("../web/src/local/kernel.ts");
const { Thinker } = await import("../web/src/local/bot.ts");

interface Asked {
  level: string;
  state: string;
  seat: number;
  players: number;
  seed: string;
  most: number;
}

const [, , manifestFile = "", wasmFile = "", netsFile = ""] = process.argv;
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
const module = new WebAssembly.Module(readFileSync(wasmFile));
const nets = readFileSync(netsFile);
const thinkers = new Map<number, InstanceType<typeof Thinker>>();

/** Levels as they are, but with at most so many simulations, and however long they take. */
function thinkerOf(most: number): InstanceType<typeof Thinker> {
  const levels = structuredClone(manifest.levels) as Record<string, Record<string, { simulations: number; seconds: number }>>;
  for (const level of Object.values(levels).flatMap((each) => Object.values(each))) {
    level.simulations = Math.min(level.simulations, most);
    level.seconds = Infinity;
  }
  return new Thinker(new Kernel({ ...manifest, levels }, module, nets));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { level, state, seat, players, seed, most } = JSON.parse(line) as Asked;
  const thinker = thinkers.get(most) ?? thinkerOf(most);
  thinkers.set(most, thinker);
  console.log(thinker.decide(level, { state: bytesIn(state), seat, players }, BigUint64Array.of(BigInt(seed))).move);
}
