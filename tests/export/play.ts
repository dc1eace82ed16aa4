// Plays random games with the compiled rules that a page runs, and prints a digest of all that was seen, said and decided.
// node play.ts MANIFEST WASM SEED FIRST COUNT; tests/export/native.py does the same with the rules that Python runs.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { ALL_SEEING, Kernel, SPECTATOR, type Manifest, type State } from "../../web/src/local/kernel.ts";

const [, , manifestFile = "", wasmFile = "", seed = "0", first = "0", count = "1"] = process.argv;
const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
const kernel = new Kernel(manifest, new WebAssembly.Module(readFileSync(wasmFile)));

function digest(number: number): string {
  const hash = createHash("sha256");
  const note = (...facts: (string | Uint8Array)[]) => facts.forEach((fact) => hash.update(fact).update("\n"));
  const { rules } = manifest.blanks[number % manifest.blanks.length]!;
  const players = Number(rules.players);
  const source = BigUint64Array.of(BigInt.asUintN(64, BigInt(seed) * 1_000_003n + BigInt(number)));
  const dealt = kernel.deal(kernel.blank(rules), source);
  note(kernel.setup(dealt));
  let [state, story] = kernel.start(dealt);
  const eyes = [...Array.from({ length: players }, (_, seat) => seat), SPECTATOR];
  note(...kernel.stories(story, [...eyes, ALL_SEEING]));
  for (let step = 0, acting = kernel.toAct(state); acting.length > 0; step++, acting = kernel.toAct(state)) {
    const seat = acting[step % acting.length]!;
    note(String(acting), ...kernel.sights(state, eyes, step % 2 === 1));
    for (const each of acting) note(String(kernel.openActions(state, each)), kernel.menu(state, each));
    note(...asked(state, seat, step));
    note(kernel.resampled(state, seat, BigUint64Array.of(BigInt(step))), bytes(kernel.observation(state, seat)));
    const thumb = kernel.byRulesOfThumb(state, seat, 25, BigUint64Array.of(BigInt(step)));
    const action = kernel.byRulesOfThumb(state, seat, 100, source);
    note(String([thumb, action]));
    [state, story] = moved(state, seat, action);
    note(state, bytes(story), ...kernel.stories(story, [...eyes, ALL_SEEING]));
  }
  note(String(kernel.points(state, players)), String(kernel.winners(state)), JSON.stringify(kernel.breakdown(state, players)));
  return hash.digest("hex");
}

/** Why some move is closed, and what the lowest composed one would lead to. */
function asked(state: State, seat: number, step: number): (string | Uint8Array)[] {
  const action = step % manifest.texts.length;
  const found: (string | Uint8Array)[] = [];
  if (manifest.texts[action] !== null) found.push(JSON.stringify(kernel.why(state, seat, [action])));
  const { composed } = manifest;
  if (composed) {
    const parts = composed.pieces.map((_, place) => composed.first + ((step >> place) & 1));
    const made = kernel.decide(state, seat, parts);
    found.push(...("story" in made ? [made.state, bytes(made.story)] : [JSON.stringify(made)]));
  }
  return found;
}

/** By its number where it is a part of a move, else as a move. */
function moved(state: State, seat: number, action: number): [State, Int16Array] {
  if (manifest.texts[action] === null) return kernel.apply(state, seat, action);
  const made = kernel.decide(state, seat, [action]);
  if (!("story" in made)) throw new Error(`${manifest.texts[action]} is open and refused: ${made.code}`);
  return [made.state, made.story];
}

const bytes = (numbers: Int16Array) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

for (let number = Number(first); number < Number(first) + Number(count); number++) console.log(digest(number));
