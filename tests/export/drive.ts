// node drive.ts WASM DRIVER TABLE SEED COUNT: drive.c over the file that a page loads. Writes what `driving.py` reads: the hashes of
// so many games, or all that was noted in the last of them if the table has room for that.
import { readFileSync, writeSync } from "node:fs";

const [, , game = "", driver = "", table = "", seed = "0", count = "1"] = process.argv;
const { exp, log, log10, tanh } = Math;
const played = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(game)), { env: { exp, log, log10, tanh } }).exports;
const memory = played.memory as WebAssembly.Memory;
const allocate = played.allocate as (size: number) => number;
const { drive } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(driver)), { game: played, env: { memory } })
  .exports as { drive: (table: number, seed: bigint, count: number, hashes: number) => void };

/** In the order of drive.c's table: a number, or what is to lie at an address (Base64), with how much room. */
type Field = { name: string; number?: number; bytes?: string; room?: number };
const fields = JSON.parse(readFileSync(table, "utf8")) as Field[];

function placed({ number, bytes = "", room = 0 }: Field): bigint {
  if (number !== undefined) return BigInt(number);
  if (room === 0) return 0n;
  const at = allocate(room);
  new Uint8Array(memory.buffer, at, room).set(Buffer.from(bytes, "base64"));
  return BigInt(at);
}

const numbers = fields.map(placed);
const [at, hashes] = [allocate(8 * numbers.length), allocate(8 * Number(count))];
new BigUint64Array(memory.buffer, at, numbers.length).set(numbers);
drive(at, BigInt(seed), Number(count), hashes);

const found = (name: string) => Number(new BigUint64Array(memory.buffer, at, numbers.length)[fields.findIndex((each) => each.name === name)]);
const told = found("kept") ? new Uint8Array(memory.buffer, found("kept"), found("kept_size")) : new Uint8Array(memory.buffer, hashes, 8 * Number(count));
for (let written = 0; written < told.length; ) written += writeSync(1, told, written);
