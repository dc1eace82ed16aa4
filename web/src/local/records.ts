// Records that come from elsewhere: a file, or a link.
import type { Fair } from "$/net/messages";
import { loadGame } from "./games";
import type { Kernel, Rules, State } from "./kernel";
import { type Move, Unreadable } from "./match";
import { bytesOf, Misshapen } from "./setups";
import { agreed, FREE, now, refuse } from "./shown";
import { Table } from "./table";
import type { KeptTable } from "./store";
import { commitmentOf, digest } from "./fair";

const ID = 16; // characters

interface Told {
  format?: string;
  game?: string;
  rules?: Rules;
  setup?: unknown;
  moves?: Move[];
  result?: unknown;
  names?: (string | null)[];
  bots?: (string | null)[];
  fair?: Fair;
}

type Readable = Told & { game: string; rules: Rules; moves: Move[] };

/** The same record is the same table, however often it comes. */
export async function takeRecord(text: string): Promise<Table> {
  const told = JSON.parse(text) as Told;
  const { game, rules, moves, fair } = told;
  if (told.format !== "pasar-record/1" || !game || !rules || !Array.isArray(moves)) return bad("it is no record of this kind");
  const faulty = moves.findIndex((entry) => !isMove(entry));
  if (faulty >= 0) return bad(`move ${faulty + 1} is not a pair of seat and move text`);
  const isProved = Boolean(fair?.secret && fair.salts);
  const readable = { ...told, game, rules, moves };
  const table = await played(await (isProved ? proved(readable, fair as Required<Fair>) : writtenOut(readable)));
  const found = await table.record();
  const parts = isProved ? (["setup", "result"] as const) : (["result"] as const); // the setup without a proof is its own
  const wrong = parts.find((part) => part in told && canonical(found[part]) !== canonical(told[part]));
  return wrong ? bad(`its ${wrong} is another one than its deal and its moves give`) : table;
}

function isMove(entry: unknown): entry is Move {
  return Array.isArray(entry) && entry.length === 2 && Number.isInteger(entry[0]) && typeof entry[1] === "string";
}

/** A deal that follows from its secret and salts. */
async function proved(told: Readable, fair: Required<Fair>): Promise<KeptTable> {
  if ((await commitmentOf(fair.secret)) !== fair.commitment) return bad("its secret does not belong to its commitment");
  const kept = await tableOf(told, fair.secret.slice(0, ID));
  const seats = kept.seats.map((seat, number) => ({ ...seat, salt: fair.salts[number] ?? "" }));
  return { ...kept, seats, secret: fair.secret, commitment: fair.commitment };
}

/** A deal that is believed, as long as the box allows it. */
async function writtenOut(told: Readable): Promise<KeptTable> {
  const { game, rules, setup, moves } = told;
  const kept = await tableOf(told, (await digest(canonical([game, rules, setup, moves]))).slice(0, ID));
  const { kernel } = await loadGame(game);
  return { ...kept, dealt: btoa(String.fromCharCode(...loaded(kernel, rules, setup))) };
}

function loaded(kernel: Kernel, rules: Rules, setup: unknown): State {
  try {
    return kernel.load(kernel.blank(rules), bytesOf(setup, kernel.manifest.setup)) ?? bad("its setup is none that the box allows");
  } catch (fault) {
    return fault instanceof Misshapen ? bad(fault.message) : raise(fault);
  }
}

async function tableOf({ game, rules, moves, names, bots }: Readable, id: string): Promise<KeptTable> {
  const { players, ...switches } = rules;
  const options = agreed(await loadGame(game), { game, players: Number(players), switches: switches as Record<string, boolean> });
  return {
    id, made_at: now(), changed_at: now(), stage: "over", options, secret: "", commitment: "", rules,
    seats: Array.from({ length: options.players }, (_, seat) => ({ ...FREE, name: names?.[seat] ?? "", bot: bots?.[seat] ?? null })),
    moves: moves.map(([seat, move], number) => [seat, move, "person", number]), chosen: {}, position: moves.length, since: now(),
    rematch: null,
  };
}

async function played(kept: KeptTable): Promise<Table> {
  const table = await Table.open(kept, await loadGame(kept.options.game)).catch((fault: unknown) =>
    fault instanceof Unreadable ? bad(fault.message) : raise(fault),
  );
  return table.movesMade === kept.moves.length ? table : bad(`move ${table.movesMade + 1} is not open`);
}

function raise(fault: unknown): never {
  throw fault;
}

function bad(why: string): never {
  return refuse("bad_record", why);
}

/** The same text for the same values, whatever the order of their names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );
}
