// What a page asks of a server, answered in the page: the same questions, the same answers (docs/api.md).
import { api } from "$/net/api";
import type {
  AskedOptions, Command, FinishedGame, FinishedGames, GamesInfo, Imported, Kept, Lines, Me, Opened, Seat, ShownPosition, Story,
  TableLine,
} from "$/net/messages";
import { games } from "$/state/root";
import { LEVELS } from "$/ui/people";
import { lesson, loadGame, manifest, manifests, position, positions } from "./games";
import { finished, type KeptSeat, type KeptTable, store } from "./store";
import { agreed, FREE, lineOf, refuse } from "./shown";
import { closeAll } from "./shelf";
import { Table } from "./table";
import { thinking } from "./thinking";
import { language, t } from "$/words/words.svelte";

export { toTable } from "./ahead";

const ME = "pasar-me"; // in the browser's storage
const LISTED = 100; // finished tables of a list
const tables = new Map<string, Promise<Table>>();

// A page that was left thinks no more and holds nothing. Should it come back as it was, others may have gone on with its tables.
addEventListener("pagehide", () => {
  thinking.stop();
  closeAll();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload();
});

export interface Wish {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

type Handler = (wish: Wish, ...parts: string[]) => Promise<unknown>;

const ROUTES: [method: string, path: RegExp, handler: Handler][] = [
  ["GET", /^\/api\/me$/, async () => me()],
  ["PATCH", /^\/api\/me$/, async ({ body }) => changeMe(body as Partial<Me>)],
  ["GET", /^\/api\/me\/tables$/, async ({ query }) => myTables(query)],
  ["GET", /^\/api\/me\/games$/, myGames],
  ["GET", /^\/api\/games$/, async ({ query }) => listed(query.get("game"))],
  ["GET", /^\/api\/games\/(\w+)\/words\/(\w+)$/, async (_, game, language) => words(game, language)],
  ["GET", /^\/api\/games\/(\w+)\/lesson$/, async ({ query }, game = "") => lesson(game, query.get("variant") ?? "")],
  ["GET", /^\/api\/games\/(\w+)\/positions$/, async (_, game = "") => positions(game).catch(() => refuse("no_lesson", "There are none."))],
  ["GET", /^\/api\/games\/(\w+)\/positions\/(\d+)$/, async (_, game = "", number = "") =>
    (await position(game, Number(number))) ?? refuse("not_found", "There is no such position.")],
  ["POST", /^\/api\/positions$/, async ({ body, query }) => ownPosition(body as Asked, query.get("table"))],
  ["POST", /^\/api\/tables$/, async ({ body }) => open(body as AskedOptions)],
  ["GET", /^\/api\/tables$/, async () => ({ tables: [] }) satisfies Lines],
  ["POST", /^\/api\/records$/, async ({ body }) => bring(body as string)],
  ["GET", /^\/api\/tables\/(\w+)$/, async (_, id = "") => entered(await found(id))],
  ["POST", /^\/api\/tables\/(\w+)\/commands$/, async ({ body }, id = "") => command(id, body as Command)],
  ["GET", /^\/api\/tables\/(\w+)\/story$/, async ({ query }, id = "") => story(await found(id), query)],
  ["GET", /^\/api\/tables\/(\w+)\/record$/, async (_, id = "") => (await found(id)).record()],
  ["GET", /^\/api\/tables\/(\w+)\/analysis$/, async (_, id = "") => (await coach()).look(await found(id))],
  ["POST", /^\/api\/tables\/(\w+)\/analysis$/, async (_, id = "") => (await coach()).begin(await found(id))],
  ["GET", /^\/api\/tables\/(\w+)\/replay$/, async ({ query }, id = "") => (await found(id)).replay(query.get("eyes") ?? "none")],
];

export async function answer<T>(method: string, address: string, body: unknown): Promise<T> {
  const { pathname: path, searchParams: query } = new URL(address, "http://page");
  for (const [wanted, pattern, handler] of ROUTES) {
    const parts = wanted === method ? pattern.exec(path) : null;
    if (parts) return (await handler({ method, path, query, body }, ...parts.slice(1))) as T;
  }
  return refuse("needs_server", "This needs a server, and the page was opened without one.");
}

// --- Who plays -----------------------------------------------------------------------------------------------------------

function me(): Me {
  const kept = localStorage.getItem(ME);
  const { name = "", face = null } = JSON.parse(kept ?? "{}") as Partial<Me>;
  const notices = { webhook: false, email: false };
  const nowhere = { webhook: null, email: null, mails: false, webhook_secret: null };
  return { id: "me", name: name || t("local.guest"), face, language: language(), notices, ...nowhere };
}

function changeMe(wish: Partial<Me>): Me {
  const { name, face } = { ...me(), ...wish };
  localStorage.setItem(ME, JSON.stringify({ name: name.trim().slice(0, 40), face }));
  return me();
}

// --- Games ---------------------------------------------------------------------------------------------------------------

/** All of them, or only one that somebody wants to play before the others are here. */
async function listed(game: string | null): Promise<GamesInfo> {
  const found = game !== null && games.includes(game) ? [await manifest(game)] : await manifests();
  return {
    // A standing order is kept for people who are away, which nobody is here.
    games: found.map(({ name, version, fewest, most, switches }) => ({ name, version, fewest, most, switches, orders: [] })),
    bots: Object.fromEntries(LEVELS.map((level) => [level, level])),
    addresses: [],
  };
}

/** Of a position to solve: what is needed of it here. */
interface Asked {
  moves: unknown[];
  seat: Seat;
}

/** Of a game that was played here. */
async function ownPosition({ moves, seat }: Asked, table: string | null): Promise<ShownPosition> {
  if (table === null) return refuse("needs_server", "Only positions of games that were played here are known.");
  return past(table, moves.length, seat);
}

/** What a seat saw after so many moves of a game. */
async function past(id: string, count: number, seat: Seat): Promise<ShownPosition> {
  const { kept, game } = await found(id);
  const seats = kept.seats.map((each, number) => ({ ...each, mine: number === seat, bot: number === seat ? null : (each.bot ?? "club") }));
  const moves = kept.moves.slice(0, count);
  const still = await Table.still({ ...kept, seats, moves, stage: "playing", chosen: {}, position: count }, game);
  const { table, you, play, story } = still.snapshot(seat);
  return play ? { table, you, frame: { play, story } } : refuse("bad_record", "there is no such position");
}

const coach = () => import("./coach/analysing");

async function words(game = "", language = "en"): Promise<unknown> {
  const told = games.includes(game) ? (await manifest(game)).words[language] : undefined;
  return told ?? refuse("no_such_game", `There is no game ${game} here.`);
}

// --- Tables --------------------------------------------------------------------------------------------------------------

export function found(id: string): Promise<Table> {
  const opening = tables.get(id) ?? read(id);
  tables.set(id, opening);
  opening.catch(() => tables.delete(id));
  return opening;
}

async function read(id: string): Promise<Table> {
  const kept = await store.find(id);
  if (!kept) return refuse("no_such_table", "There is no such table in this browser.");
  return Table.open(kept, await loadGame(kept.options.game));
}

async function open(asked: AskedOptions): Promise<Opened> {
  const game = await loadGame(asked.game ?? "");
  const table = await Table.fresh(newId(), agreed(game, asked), game);
  tables.set(table.kept.id, Promise.resolve(table));
  await table.do({ type: "sit", seat: 0, face: me().face }, me().name);
  return { id: table.kept.id, key: "" };
}

/** A new game that goes on from a moment of another: what this seat could not know is drawn anew, bots have the other seats. */
export async function playOn(id: string, move: number, seat: Seat, level: string): Promise<string> {
  const table = await found(id);
  const { kept, game } = table;
  const { kernel } = game;
  const guess = kernel.resampled(table.stateAfter(move), seat, crypto.getRandomValues(new BigUint64Array(1)));
  if (!kernel.toAct(guess).length) return refuse("over", "The game is over.");
  const fresh = await Table.fresh(newId(), kept.options, game);
  const bot = (own: string | null) => (own && LEVELS.includes(own) ? own : level);
  const seats = kept.seats.map((each, number): KeptSeat => {
    if (number === seat) return { ...FREE, mine: true, name: me().name };
    return { ...FREE, name: bot(each.bot), bot: bot(each.bot) };
  });
  const { rules } = kept;
  await store.keep({ ...fresh.kept, stage: "playing", rules, seats, position_of: btoa(String.fromCharCode(...guess)) });
  return fresh.kept.id;
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function command(id: string, wish: Command): Promise<Kept> {
  const table = await found(id);
  if (wish.type === "rematch") await rematch(table);
  await table.do(wish, me().name);
  return { version: 0, position: table.kept.position };
}

async function rematch(table: Table): Promise<void> {
  const { kept } = table;
  if (kept.stage !== "over") refuse("not_over", "A rematch can be offered when the game is over.");
  if (kept.rematch) refuse("already_offered", "There is a rematch already.", { table: kept.rematch });
  const { id } = await api.open(kept.options);
  const next = await found(id);
  for (const [seat, { mine, name, bot }] of kept.seats.entries()) {
    if (bot) await next.do({ type: "bot", seat, level: bot }, "");
    else if (mine && seat > 0) await next.do({ type: "sit", seat, name }, name);
    else if (!mine && seat === 0) await next.do({ type: "stand", seat }, "");
  }
  kept.rematch = id;
}

function entered(table: Table): unknown {
  return table.snapshot(table.ownEyes(null));
}

function story(table: Table, query: URLSearchParams): Story {
  const [first, count] = [Number(query.get("first")), Number(query.get("count"))];
  const eyes = query.get("eyes");
  return { story: table.story(Array.from({ length: count }, (_, k) => first + k), eyes === null ? null : Number(eyes)) };
}

/** Those of an earlier version, and of a page that was closed in the very moment, are looked at once. */
async function finishedGames(): Promise<FinishedGame[]> {
  const known = await finished.all();
  const listed = new Set(known.map(({ table }) => table));
  const others = (await store.ids()).filter((id) => !listed.has(id));
  const isOver = async (id: string) => (await store.find(id))?.stage === "over";
  const looked = await Promise.all(others.map(async (id) => ((await isOver(id)) ? (await found(id)).finished : null)));
  const missing = looked.filter((each) => each !== null);
  await Promise.all(missing.map((each) => finished.keep(each)));
  return [...known, ...missing].sort((one, other) => other.ended_at - one.ended_at);
}

async function myGames(): Promise<FinishedGames> {
  return { games: await finishedGames(), before: null };
}

/** All that go on, and the last of those that are over. */
async function myTables(query: URLSearchParams): Promise<Lines> {
  const before = Number(query.get("before") ?? Infinity);
  const games = await finishedGames();
  const over = new Map(games.filter(({ ended_at }) => ended_at < before).slice(0, LISTED).map((game) => [game.table, game]));
  const listed = new Set(games.map(({ table }) => table));
  const going = query.has("before") ? [] : (await store.ids()).filter((id) => !listed.has(id));
  const kept = await Promise.all([...going, ...over.keys()].map((id) => store.find(id)));
  const mine = kept.filter((each) => each !== null && each.stage !== "closed" && each.seats.some((seat) => seat.mine)) as KeptTable[];
  const lines = await Promise.all(mine.map(async (each) => line(each, over.get(each.id) ?? null)));
  return { tables: lines.sort((one, other) => other.changed_at - one.changed_at) };
}

/** A game in progress is looked at: it may wait for somebody; and so is one of which no result is kept. */
async function line(kept: KeptTable, ended: FinishedGame | null): Promise<TableLine> {
  const isLooked = kept.stage === "playing" || (kept.stage === "over" && !ended);
  return isLooked ? (await found(kept.id)).line : lineOf(kept, [], ended);
}

// --- Records -------------------------------------------------------------------------------------------------------------

/** A record as a table that can be replayed: dealt anew from its proof, or as it says, played move by move, held against its result. */
export async function bring(text: string): Promise<Imported> {
  const { takeRecord } = await import("./records");
  const table = await takeRecord(text);
  tables.set(table.kept.id, Promise.resolve(table));
  await store.keep(table.kept);
  return { id: table.kept.id, key: "" };
}
