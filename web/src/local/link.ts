// A whole game in a link: what follows its # is all there is, and no server keeps it.
import type { Fair, Seat } from "$/net/messages";
import { addressOf } from "$/state/root";
import { commitmentOf, METHOD } from "./fair";
import { refuse } from "./shown";

interface Short {
  g: string;
  r: Record<string, unknown>;
  /** The secret and the salts, from which the deal follows. */
  s?: string;
  a?: string[];
  /** Without a proof of it: the deal. */
  d?: unknown;
  n: (string | null)[];
  b: (string | null)[];
  /** The moves, one a line, each after the number of its seat. */
  m: string;
}

export const PLAY_ON = "play_on"; // after a question mark: not to be looked at but played on, at this seat

/** The address at which a record, as the page writes it, can be looked at: at this moment, through these eyes. */
export async function linkTo(record: Record<string, unknown>, query: string): Promise<string> {
  return location.origin + addressOf(`/open${query}#${await carried(record)}`);
}

/** The address at which a game of a server goes on from a moment, in the page that plays by itself. */
export async function linkToPlayOn(record: Record<string, unknown>, page: string, move: number, seat: Seat): Promise<string> {
  return `${page}?/open&move=${move}&${PLAY_ON}=${seat}#${await carried(record)}`;
}

async function carried(record: Record<string, unknown>): Promise<string> {
  const { salts: a, secret: s } = (record.fair ?? {}) as Fair;
  const moves = (record.moves as [number, string][]).map(([seat, move]) => `${seat}${move}`).join("\n");
  const [n, b] = [record.names, record.bots] as Short["n"][];
  const deal = s ? { s, a } : { d: record.setup };
  const short: Short = { g: record.game as string, r: record.rules as Short["r"], ...deal, n: n ?? [], b: b ?? [], m: moves };
  return packed(JSON.stringify(short));
}

/** The record that a link carries, for whoever reads records. */
export async function readRecord(text: string): Promise<string> {
  const { g, r, s, a, d, n, b, m } = JSON.parse(await unpacked(text).catch(() => broken())) as Short;
  const moves = m ? m.split("\n").map((line) => [Number(line[0]), line.slice(1)]) : [];
  const deal = s === undefined ? { setup: d } : { fair: { method: METHOD, commitment: await commitmentOf(s), secret: s, salts: a } };
  return JSON.stringify({ format: "pasar-record/1", game: g, rules: r, moves, names: n, bots: b, ...deal });
}

function broken(): never {
  return refuse("bad_record", "the link is not whole");
}

async function through(bytes: Uint8Array<ArrayBuffer>, way: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());
}

async function packed(text: string): Promise<string> {
  const small = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(String.fromCharCode(...small)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text: string): Promise<string> {
  const small = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  return new TextDecoder().decode(await through(small, new DecompressionStream("deflate-raw")));
}
