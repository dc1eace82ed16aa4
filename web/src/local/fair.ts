// The method `pasar-fair/1`, worked out with nothing but the browser's own SHA-256 and HMAC: docs/fair.md describes every step.
import type { Luck } from "$/games/contract";
import type { Fair } from "$/net/messages";

export const METHOD = "pasar-fair/1";
const BLOCKS = 64; // of four numbers each: more than twice what a deal draws
const NUMBERS = 4;

/** What of a record the proof is about. */
export type Dealt = {
  game: string;
  rules: Record<string, unknown>;
  setup: Record<string, unknown>;
  fair: Required<Fair>;
};

export async function commitmentOf(secret: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(secret)));
}

/** Of a text, as it travels. */
export async function digest(text: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** The cards' luck: numbers of 64 bits from the secret and everything that was agreed on. */
export async function luckOf(dealt: Dealt): Promise<Luck> {
  return new Drawn(await numbersOf(dealt, BLOCKS));
}

/** What they come from: so many blocks of four numbers. */
export async function numbersOf(
  { game, rules, fair }: Omit<Dealt, "setup" | "fair"> & { fair: Pick<Dealt["fair"], "method" | "salts" | "secret"> }, count: number,
): Promise<bigint[]> {
  const ordered = Object.fromEntries(Object.entries(rules).sort(([a], [b]) => (a < b ? -1 : 1)));
  const header = new TextEncoder().encode(JSON.stringify([fair.method, game, ordered, fair.salts]));
  const key = await crypto.subtle.importKey("raw", bytes(fair.secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const blocks = await Promise.all(
    Array.from({ length: count }, (_, k) => crypto.subtle.sign("HMAC", key, numbered(header, k))),
  );
  return blocks.flatMap(numbers);
}

class Drawn implements Luck {
  private used = 0;

  constructor(private readonly numbers: bigint[]) {}

  /** The list in the order in which chance puts it. */
  shuffled<T>(list: readonly T[]): T[] {
    const cards = [...list];
    for (let place = cards.length - 1; place > 0; place--) {
      const other = this.below(place + 1);
      [cards[place], cards[other]] = [cards[other] as T, cards[place] as T];
    }
    return cards;
  }

  private below(count: number): number {
    const number = this.numbers[this.used++];
    if (number === undefined) throw new Error("this deal draws more numbers than there are");
    return Number(((number >> 8n) * BigInt(count)) >> 56n);
  }
}

/** The header followed by the block's number in 8 bytes, the highest first. */
function numbered(header: Uint8Array, number: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(header.length + 8);
  whole.set(header);
  new DataView(whole.buffer).setBigUint64(header.length, BigInt(number));
  return whole;
}

function numbers(block: ArrayBuffer): bigint[] {
  const view = new DataView(block);
  return Array.from({ length: NUMBERS }, (_, k) => view.getBigUint64(8 * k));
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (each) => each.toString(16).padStart(2, "0")).join("");
}
