// What is said about a table in this page beyond its course: lines of lists, frames of replays, looks ahead, agreed options.
import { Refusal } from "$/net/api";
import type {
  AskedOptions, Fault, FinishedGame, Outcome, Outlook, ReplayFrame, Seat, SeatInfo, StoryEvent, TableLine,
} from "$/net/messages";
import type { Match } from "./match";
import type { KeptSeat, KeptTable } from "./store";
import type { Game } from "./thinking";

const WORLDS = 8; // guesses about what is hidden that a look ahead compares
export const TOLD_AGAIN = 40; // of the last moves a newcomer hears the story
export const FREE: KeptSeat = { mine: false, name: "", bot: null, salt: null, away: false };

export const now = (): number => Date.now() / 1000;

export function refuse(code: string, message: string, more: Partial<Fault> = {}): never {
  throw new Refusal({ code, message, ...more });
}

export function frame(match: Match, count: number, seat: Seat | null, all: boolean): ReplayFrame {
  const [mover, move] = match.moves[count - 1] ?? [];
  const own = (each: Seat) => match.view(each, false, count).own;
  return {
    ...(mover === undefined ? {} : { seat: mover, move }), events: match.story<StoryEvent>(count, all ? -2 : (seat ?? -1)),
    view: match.view(seat, false, count) as never, points: match.pointsAfter(count),
    ...(all ? { own: Array.from({ length: match.players }, (_, each) => own(each)) } : {}),
  };
}

/** What a move would lead to, as far as its maker can know: until something is shown, or differs between imagined worlds. */
export function outlook(match: Match, seat: Seat, move: string): Outlook {
  const why = match.why(seat, move);
  if (why) return { open: false, reason: why.code, values: why.values as never };
  const told = Array.from({ length: WORLDS }, (_, world) => match.imagined(seat, move, BigInt(world)));
  const longest = Math.max(...told.map(({ rows }) => rows.length));
  const [first] = told;
  let certain = 0;
  const alike = (row: number) => told.every(({ rows }) => rows[row] === first?.rows[row]);
  while (certain < longest && alike(certain) && !match.reveals(first?.rows[certain] ?? "", seat)) certain++;
  return { open: true, events: (first?.events ?? []).slice(0, certain) as StoryEvent[], more: certain < longest };
}

export function lineOf(kept: KeptTable, waiting: Seat[], result: TableLine["result"]): TableLine {
  const yours = kept.seats.flatMap(({ mine }, seat) => (mine ? [seat] : []));
  return {
    table: kept.id, game: kept.options.game, stage: kept.stage, public: false, changed_at: kept.changed_at, options: kept.options,
    seats: kept.seats.map((seat) => ({ name: seat.name || null, bot: seat.bot, taken: !isFree(seat) })), waiting, since: kept.since,
    deadline: null, position: kept.position, yours, your_turn: yours.some((seat) => waiting.includes(seat)), host: true, result,
  };
}

/** Null where nobody of this device played from the deal on. */
export function finishedGame({ id, since, options, seats, position_of }: KeptTable, { points, winners }: Outcome): FinishedGame | null {
  const yours = seats.flatMap(({ mine }, seat) => (mine ? [seat] : []));
  if (!yours.length || position_of !== undefined) return null; // a position that somebody chose is no result
  const switches = Object.entries(options.switches).flatMap(([name, isOn]) => (isOn ? [name] : []));
  return { table: id, game: options.game, ended_at: since, switches, bots: seats.map(({ bot }) => bot), yours, points, winners };
}

export function isFree({ mine, bot }: KeptSeat): boolean {
  return !mine && bot === null;
}

export function seatInfo(seat: KeptSeat, host: boolean): SeatInfo {
  const { name, bot, away, salt, face = null } = seat;
  return { name: name || null, taken: !isFree(seat), bot, away, host, salted: salt !== null, face };
}

export function seatsFor(players: number, before: KeptSeat[]): KeptSeat[] {
  return Array.from({ length: players }, (_, seat) => before[seat] ?? { ...FREE });
}

export const rounded = (share: number): number => Math.round(share * 1000) / 1000;

/** Options as they are after a change, complete. */
export function agreed({ kernel: { manifest } }: Game, asked: AskedOptions, before?: KeptTable["options"]): KeptTable["options"] {
  const same = before?.game === manifest.name ? before : null;
  const players = asked.players ?? same?.players ?? manifest.fewest;
  if (players < manifest.fewest || players > manifest.most)
    return refuse("bad_options", `${manifest.name} is for ${manifest.fewest} to ${manifest.most} players.`);
  const wished = asked.switches ?? same?.switches ?? {};
  return {
    game: manifest.name, players, switches: Object.fromEntries(manifest.switches.map(({ name }) => [name, wished[name] ?? false])),
    public: false, watch: "link", memory: asked.memory ?? before?.memory ?? false, hints: asked.hints ?? before?.hints ?? true, clock: 0,
  };
}
