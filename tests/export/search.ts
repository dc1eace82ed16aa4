// Searches from the beginning of many games with the compiled search that a page runs; prints what it found.
// node search.ts MANIFEST WASM SEED COUNT SIMULATIONS; tests/export/native.py does the same with the search that Python runs.
import { readFileSync } from "node:fs";
import { Kernel, type Manifest } from "../../web/src/local/kernel.ts";

const [, , manifestFile = "", wasmFile = "", seed = "0", count = "1", simulations = "100"] = process.argv;
const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
const kernel = new Kernel(manifest, new WebAssembly.Module(readFileSync(wasmFile)), readFileSync(wasmFile.replace(/wasm$/, "nets.bin")));
const tree = kernel.plant(Number(simulations) * 12);

for (let number = 0; number < Number(count); number++) {
  const { rules } = manifest.blanks[number % manifest.blanks.length]!;
  const source = BigUint64Array.of(BigInt.asUintN(64, BigInt(seed) * 1_000_003n + BigInt(number)));
  let [state] = kernel.start(kernel.deal(kernel.blank(rules), source));
  for (let step = 0; step < number % 40 && kernel.toAct(state).length > 0; step++) {
    const seat = kernel.toAct(state)[0]!;
    [state] = kernel.apply(state, seat, kernel.byRulesOfThumb(state, seat, 50, source));
  }
  const [seat] = kernel.toAct(state);
  if (seat === undefined) {
    console.log("over");
    continue;
  }
  kernel.clear(tree);
  const { settings } = manifest.levels[String(rules.players)]!.champion!;
  kernel.search(kernel.reopened(state, seat), seat, Number(rules.players), tree, settings, source, Number(simulations));
  const found = kernel.children(tree, kernel.top(tree), seat).sort((one, other) => other[2] - one[2] || one[1] - other[1]);
  console.log(`${found[0]![1]} ${kernel.nodes(tree)} ${found.map(([, action, visits]) => `${action}:${visits}`).join(",")}`);
}
