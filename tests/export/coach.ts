// Analyses a record as a page does, and prints what a server would have told about it.
// node --experimental-transform-types coach.ts MANIFEST WASM COACH < GAMES (a line of JSON each)
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

// The client's files name each other as its bundler likes it, without an ending.
registerHooks({ resolve: (name, context, next) => next(/^\.{1,2}\/\w+$/.test(name) ? `${name}.ts` : name, context) });
const { bytesIn, Kernel } = await import("../../web/src/local/kernel.ts");
const { Match } = await import("../../web/src/local/match.ts");
const { Court } = await import("../../web/src/local/coach/court.ts");
const { analyse } = await import("../../web/src/local/coach/analysis.ts");

const [, , manifestFile = "", wasmFile = "", coachFile = ""] = process.argv;
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
const kernel = new Kernel(manifest, new WebAssembly.Module(readFileSync(wasmFile)), readFileSync(wasmFile.replace(/wasm$/, "nets.bin")));
const coach = new WebAssembly.Module(readFileSync(coachFile));

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const { rules, dealt, moves, seed, budget } = JSON.parse(line);
  const match = new Match(kernel, rules, bytesIn(dealt));
  for (const [seat, move] of moves) if (match.play(seat, move)) throw new Error(`${move} is closed`);
  const court = new Court(kernel, { ...manifest.coach, budget }, coach, Number(rules.players), BigInt(seed));
  console.log(JSON.stringify(await analyse(court, match, () => undefined)));
}
