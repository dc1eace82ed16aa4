// Records that come from elsewhere: a file, or a link.
import type { Fair } from "$/net/messages";
import { loadGame } from "./games";
import type { Rules } from "./kernel";
import type { Move } from "./match";
import { agreed, FREE, now, refuse } from "./shown";
import { Table } from "./table";
import type { KeptTable } from "./store";
import { commitmentOf } from "./fair";

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

/** The same record is the same table, however often it comes. */
export async function takeRecord(text: string): Promise<Table> {
  const told = JSON.parse(text) as Told;
  const { rules, moves, fair } = told;
  if (told.format !== "pasar-record/1" || !told.game || !rules || !Array.isArray(moves)) return bad("it is no record of this kind");
  if (!fair?.secret || !fair.salts) return refuse("unproved_record", "A record without the proof of its deal is read by a server.");
  if ((await commitmentOf(fair.secret)) !== fair.commitment) return bad("its secret does not belong to its commitment");
  const table = await played({ ...told, game: told.game, rules, moves }, fair as Required<Fair>);
  const found = await table.record();
  const wrong = (["setup", "result"] as const).find((part) => part in told && canonical(found[part]) !== canonical(told[part]));
  return wrong ? bad(`its ${wrong} is another one than its deal and its moves give`) : table;
}

async function played(told: Told & { game: string; rules: Rules; moves: Move[] }, fair: Required<Fair>): Promise<Table> {
  const game = await loadGame(told.game);
  const { players, ...switches } = told.rules;
  const options = agreed(game, { game: told.game, players: Number(players), switches: switches as Record<string, boolean> });
  const kept: KeptTable = {
    id: fair.secret.slice(0, 16), made_at: now(), changed_at: now(), stage: "over", options, secret: fair.secret,
    commitment: fair.commitment, rules: told.rules,
    seats: fair.salts.map((salt, seat) => ({ ...FREE, name: told.names?.[seat] ?? "", bot: told.bots?.[seat] ?? null, salt })),
    moves: told.moves.map(([seat, move], number) => [seat, move, "person", number]), chosen: {}, position: told.moves.length, since: now(),
    rematch: null,
  };
  const table = await Table.open(kept, game);
  if (table.movesMade !== told.moves.length) return bad(`move ${table.movesMade + 1} is not open`);
  return table;
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
