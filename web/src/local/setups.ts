// A deal that is written out in a record, as the bytes that a game's `load` reads: where each of its numbers lies, the manifest says.

/** Where a field begins, the bytes of a number in it, and what each of its axes adds. */
export type Place = [begin: number, bytes: number, ...strides: number[]];
/** What stands where in a setup; a list with a `length` has at most `size` entries, any other has just as many. */
export type Shape =
  | { number: Place; tokens?: string[] }
  | { counts: Place; tokens: string[] }
  | { list: Shape; size: number; length?: Place }
  | { group: Record<string, Shape> };

/** The record that a deal is loaded from. `exact`: its JSON has nothing else. */
export interface Setup {
  bytes: number;
  shape: Shape;
  exact: boolean;
}

export class Misshapen extends Error {}

/** Throws Misshapen at the first thing that no setup of this game has. */
export function bytesOf(setup: unknown, { bytes, shape, exact }: Setup): Uint8Array {
  const out = new Uint8Array(bytes);
  if (exact && isObject(setup) && "group" in shape)
    for (const key of Object.keys(setup)) if (!(key in shape.group)) throw new Misshapen(`the setup has no ${key}`);
  put(out, shape, setup, "the setup", []);
  return out;
}

function put(out: Uint8Array, shape: Shape, value: unknown, where: string, indices: number[]): void {
  if ("group" in shape) {
    if (!isObject(value)) throw new Misshapen(`${where} is no object`);
    for (const [key, member] of Object.entries(shape.group)) put(out, member, value[key], `${where}: ${key}`, indices);
  } else if ("list" in shape) {
    if (!Array.isArray(value)) throw new Misshapen(`${where} is no list`);
    const { length } = value;
    if (shape.length ? length > shape.size : length !== shape.size) throw new Misshapen(`${where} has ${length} entries`);
    if (shape.length) write(out, shape.length, indices, length);
    value.forEach((each, index) => put(out, shape.list, each, `${where} ${index + 1}`, [...indices, index]));
  } else if ("counts" in shape) {
    if (!isObject(value)) throw new Misshapen(`${where} is no object`);
    for (const [token, count] of Object.entries(value)) {
      const index = shape.tokens.indexOf(token);
      if (index < 0) throw new Misshapen(`${where}: there is no ${token.slice(0, 40)}`);
      write(out, shape.counts, [...indices, index], whole(count, shape.counts, `${where}: ${token}`));
    }
  } else {
    const number = shape.tokens ? shape.tokens.indexOf(value as string) : value;
    if (number === -1) throw new Misshapen(`${where} is none of ${shape.tokens?.join(", ")}`);
    write(out, shape.number, indices, whole(number, shape.number, where));
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** No number of a setup is below 0. */
function whole(value: unknown, [, bytes]: Place, where: string): number {
  const fits = Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** (8 * bytes - 1);
  if (!fits) throw new Misshapen(`${where} is no number that fits`);
  return Number(value);
}

function write(out: Uint8Array, [begin, bytes, ...strides]: Place, indices: number[], value: number): void {
  const at = begin + indices.reduce((sum, index, axis) => sum + index * (strides[axis] ?? 0), 0);
  for (let byte = 0; byte < bytes; byte++) out[at + byte] = Math.floor(value / 256 ** byte) % 256;
}
