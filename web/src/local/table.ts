// A table in this page: what may happen at it and what is said about it, as a server's table has it (`pasar.server.table`).
// One person sits here, perhaps on several seats; the others are bots.
import type {
  By, Command, Fair, FinishedGame, HintMessage, Play, Question, Reaction, Replay, Seat, ServerMessage, StoryEvent, StoryLine, TableInfo,
  TableLine, TableMessage, WhatIfMessage, You,
} from "$/net/messages";
import { LEVELS } from "$/ui/people";
import { ADVISER, STAND_IN } from "./bot";
import { dealt, newSecret, proof } from "./deal";
import { commitmentOf, METHOD } from "./fair";
import { bytesIn, type State } from "./kernel";
import { Match, Unreadable } from "./match";
import { finished, isDecided, type KeptSeat, type KeptTable, store } from "./store";
import { agreed, finishedGame, FREE, frame, isFree, lineOf, now, outlook, refuse, rounded, seatInfo, seatsFor, TOLD_AGAIN } from "./shown";
import { type Game, thinking } from "./thinking";

export interface Onlooker {
  eyes: Seat | null;
  hear(message: ServerMessage): void;
}

export class Table {
  readonly onlookers = new Set<Onlooker>();
  private match: Match | null = null;
  private version = 0;
  private asked = new Set<string>();
  private doing: Promise<unknown> = Promise.resolve();

  private constructor(readonly kept: KeptTable, readonly game: Game) {}

  static async open(kept: KeptTable, game: Game): Promise<Table> {
    const table = await Table.still(kept, game);
    table.drive();
    return table;
  }

  /** As it stands, to be looked at: no bot goes on with it. */
  static async still(kept: KeptTable, game: Game): Promise<Table> {
    const table = new Table(kept, game);
    if (kept.rules) await table.begin();
    return table;
  }

  /** The game from its deal to its end; null before that, and where it began elsewhere. */
  get whole(): Match | null {
    return this.kept.stage === "over" && this.kept.position_of === undefined ? this.match : null;
  }

  static async fresh(id: string, options: KeptTable["options"], game: Game): Promise<Table> {
    const secret = newSecret();
    const kept: KeptTable = {
      id, made_at: now(), changed_at: now(), stage: "lobby", options, seats: seatsFor(options.players, []), secret,
      commitment: await commitmentOf(secret), rules: null, moves: [], chosen: {}, position: 0, since: now(), rematch: null,
    };
    return new Table(kept, game);
  }

  /** Deal, and make the moves that are kept. */
  private async begin(): Promise<void> {
    const { kernel } = this.game;
    const { rules, secret, seats, moves, position_of: position } = this.kept;
    const given = position ?? this.kept.dealt;
    const first = given ? bytesIn(given) : await dealt(kernel, rules ?? {}, secret, seats.map(({ salt }) => salt ?? ""));
    this.match = new Match(kernel, rules ?? {}, first, position !== undefined);
    for (const [seat, move] of moves) if (!this.match.toAct.includes(seat) || this.match.play(seat, move)) break;
  }

  stateAfter(count: number): State {
    return this.match?.stateAfter(count) ?? refuse("not_begun", "The game has not begun.");
  }

  get movesMade(): number {
    return this.match?.moves.length ?? 0;
  }

  // --- What may happen -----------------------------------------------------------------------------------------------

  /** Carry out a command, one at a time; from the first decision on it is kept before anybody is told. */
  do(command: Command, name: string): Promise<void> {
    const done = this.doing.then(async () => this.keepAndTell(await this.decide(command, name)));
    this.doing = done.catch(() => undefined);
    return done;
  }

  private async keepAndTell(told: number[]): Promise<void> {
    this.kept.changed_at = now();
    await Promise.race([store.keep(this.kept), ...(isDecided(this.kept) ? [] : [null])]);
    const ended = this.finished;
    if (ended) await finished.keep(ended);
    this.tell(told);
    this.drive();
  }

  /** What a command leads to; the moves whose story is new. */
  private async decide(command: Command, name: string): Promise<number[]> {
    switch (command.type) {
      case "move": return this.play(command.seat ?? this.actingSeat(), command.move, command.at);
      case "undo": return this.undo();
      case "back": return this.away(false);
      case "leave": return this.leave();
      case "start": return this.start();
      case "chat": return refuse("needs_server", "There is nobody else at this table.");
      case "orders": return refuse("needs_server", "Standing orders are kept by a server.");
      case "consent": return refuse("nothing_asked", "Nobody has asked to take a decision back.");
      case "rematch": return [];
      default: return this.gather(command, name);
    }
  }

  /** Before the game. */
  private gather(command: Exclude<Command, { type: "move" }>, name: string): number[] {
    const { kept } = this;
    if (kept.stage !== "lobby") return refuse("begun", "The game has begun; this can only be changed before.");
    if (command.type === "options") {
      const options = agreed(this.game, command.options, kept.options);
      if (kept.seats.slice(options.players).some((seat) => !isFree(seat)))
        return refuse("seats_in_use", "Somebody sits on a seat that would be gone.");
      [kept.options, kept.seats] = [options, seatsFor(options.players, kept.seats)];
    } else if (command.type === "seats") {
      kept.seats = command.order.map((seat) => kept.seats[seat] ?? FREE);
    } else if (command.type === "salt") {
      this.seat(command.seat).salt = command.salt;
    } else if (command.type === "stand") {
      kept.seats[command.seat] = { ...FREE };
    } else if (command.type === "sit") {
      if (!isFree(this.seat(command.seat))) return refuse("seat_taken", `Seat ${command.seat} is taken.`);
      const { face = null, salt = null } = command;
      kept.seats[command.seat] = { ...FREE, mine: true, name: command.name ?? name, salt, face };
    } else if (command.type === "bot") {
      const { level } = command;
      if (level && !LEVELS.includes(level)) return refuse("no_such_bot", "There is no bot of that level.");
      if (level && this.seat(command.seat).mine) return refuse("seat_taken", `Seat ${command.seat} is taken by a person.`);
      kept.seats[command.seat] = level ? { ...FREE, name: level, bot: level } : { ...FREE };
    }
    return [];
  }

  private seat(number: Seat): KeptSeat {
    return this.kept.seats[number] ?? refuse("no_such_seat", `This table has ${this.kept.seats.length} seats.`);
  }

  private async start(): Promise<number[]> {
    const { kept } = this;
    if (kept.stage !== "lobby") return refuse("begun", "The game has begun.");
    if (kept.seats.some(isFree)) return refuse("seats_free", "Somebody is missing; sit down there or add a bot.");
    kept.rules = { players: kept.options.players, ...kept.options.switches };
    [kept.stage, kept.since] = ["playing", now()];
    await this.begin();
    return [0];
  }

  private playing(): Match {
    if (this.kept.stage === "lobby") return refuse("not_begun", "The game has not begun.");
    return this.kept.stage === "playing" && this.match ? this.match : refuse("over", "The game is over.");
  }

  private actingSeat(): Seat {
    const match = this.playing();
    const acting = match.toAct.filter((seat) => this.kept.seats[seat]?.mine);
    if (acting.length > 1) return refuse("which_seat", "Several of your seats are to act: say which.");
    return acting[0] ?? refuse("not_your_turn", "There is nothing for you to decide now.");
  }

  private play(seat: Seat, move: string, at: number): number[] {
    this.playing();
    if (!this.seat(seat).mine) return refuse("not_your_seat", `Seat ${seat} is not yours.`);
    if (at !== this.kept.position) return refuse("stale", "The table has moved on since.", { position: this.kept.position });
    this.seat(seat).away = false;
    return this.made(seat, move, "person");
  }

  /** A move of anybody. Where several decide at once it is sealed, and played when the last one is in. */
  private made(seat: Seat, move: string, by: "person" | "bot"): number[] {
    const { kept } = this;
    const match = this.playing();
    if (!match.toAct.includes(seat)) return refuse("not_your_turn", `Seat ${seat} has nothing to decide now.`);
    this.check(seat, move);
    const before = match.moves.length;
    if (match.toAct.length > 1) {
      kept.chosen[seat] = [move, by];
      if (this.waiting.length) return [];
    } else kept.chosen = { [seat]: [move, by] };
    const chosen = Object.entries(kept.chosen).sort(([one], [other]) => Number(one) - Number(other));
    for (const [chooser, [choice, chosenBy]] of chosen) {
      match.play(Number(chooser), choice);
      kept.moves.push([Number(chooser), choice, chosenBy, before]);
    }
    [kept.chosen, kept.since] = [{}, now()];
    kept.position += match.moves.length - before;
    if (match.over) kept.stage = "over";
    return Array.from({ length: match.moves.length - before }, (_, k) => before + 1 + k);
  }

  private check(seat: Seat, move: string): void {
    try {
      const why = this.playing().why(seat, move);
      if (why) refuse("not_open", `${move} is not open: ${why.code}`, { reason: why.code, values: why.values as never });
    } catch (fault) {
      if (fault instanceof Unreadable) refuse("unreadable_move", fault.message);
      throw fault;
    }
  }

  /** Nobody has to agree here. */
  private undo(): number[] {
    const { kept } = this;
    const match = this.playing();
    const last = kept.moves.findLast(([seat, , by]) => by === "person" && kept.seats[seat]?.mine);
    if (!last) return refuse("nothing_to_undo", "You have not decided anything yet that could be taken back.");
    kept.moves.length = last[3];
    match.back(last[3]);
    [kept.chosen, kept.since] = [{}, now()];
    kept.position += 1;
    return [];
  }

  private away(away: boolean): number[] {
    if (this.kept.stage === "playing") for (const seat of this.kept.seats) if (seat.mine) seat.away = away;
    return [];
  }

  private leave(): number[] {
    if (this.kept.stage === "lobby") this.kept.stage = "closed";
    return this.away(true);
  }

  // --- Bots ----------------------------------------------------------------------------------------------------------

  get waiting(): Seat[] {
    if (!this.match || this.kept.stage !== "playing") return [];
    return this.match.toAct.filter((seat) => !(seat in this.kept.chosen));
  }

  /** Let bots think about what they are asked, each once. */
  private drive(): void {
    for (const seat of this.waiting) {
      const { bot, away } = this.seat(seat);
      const task = `${seat} ${this.kept.position}`;
      if ((!bot && !away) || this.asked.has(task)) continue;
      this.asked.add(task);
      void this.answer(seat, this.kept.position, bot ?? STAND_IN).finally(() => this.asked.delete(task));
    }
  }

  private async answer(seat: Seat, position: number, level: string): Promise<void> {
    const { match, game } = this;
    if (!match) return;
    const { move } = await thinking.decide(game, level, match.state, seat, match.players);
    const answered = this.doing.then(async () => {
      const { bot, away } = this.seat(seat);
      const fits = this.kept.position === position && this.waiting.includes(seat) && (bot !== null || away);
      if (fits) await this.keepAndTell(this.made(seat, move, "bot"));
    });
    this.doing = answered.catch(() => undefined);
    await answered;
  }

  // --- What is said --------------------------------------------------------------------------------------------------

  private tell(told: number[]): void {
    this.version += 1;
    for (const onlooker of this.onlookers) {
      onlooker.eyes = this.ownEyes(onlooker.eyes);
      onlooker.hear({
        type: "update", from: this.version - 1, version: this.version, table: this.info, you: this.you(onlooker.eyes),
        play: this.playFor(onlooker.eyes), story: this.story(told, onlooker.eyes),
      });
    }
  }

  snapshot(eyes: Seat | null): TableMessage {
    const moves = this.match?.moves.length ?? 0;
    const first = Math.max(0, moves + 1 - TOLD_AGAIN);
    const last = this.match ? Array.from({ length: moves + 1 - first }, (_, k) => first + k) : [];
    return {
      type: "table", version: this.version, table: this.info, you: this.you(eyes), play: this.playFor(eyes), story: this.story(last, eyes),
      chat: [], presence: { seats: this.kept.seats.map(({ mine }) => mine), watchers: 0 },
    };
  }

  /** The seat wanted if it is one's own, else one that is, those to act first. */
  ownEyes(wanted: Seat | null): Seat | null {
    const { seats } = this.you(null);
    if (wanted !== null && seats.includes(wanted)) return wanted;
    return seats.find((seat) => this.waiting.includes(seat)) ?? seats[0] ?? null;
  }

  private you(eyes: Seat | null): You {
    const seats = this.kept.seats.flatMap(({ mine }, number) => (mine ? [number] : []));
    return { seats, host: true, eyes, key: null };
  }

  get info(): TableInfo {
    const { id, stage, options, seats, rematch, made_at } = this.kept;
    const host = seats.findIndex(({ mine }) => mine);
    return {
      id, stage, options, rules_version: this.game.kernel.manifest.version, asked: null, rematch, frozen: null, made_at, fair: this.fair,
      seats: seats.map((seat, number) => seatInfo(seat, number === host)),
    };
  }

  /** The commitment before the game, the salts from its start on, the secret after its end. */
  private get fair(): Fair | null {
    const { stage, secret, commitment, seats } = this.kept;
    if (this.kept.position_of !== undefined || this.kept.dealt !== undefined) return null;
    const salts = seats.map(({ salt }) => salt ?? "");
    return {
      method: METHOD, commitment, ...(stage === "lobby" ? {} : { salts }), ...(stage === "over" ? { secret } : {}),
    };
  }

  private playFor(eyes: Seat | null): Play | null {
    const { match, kept } = this;
    if (!match) return null;
    const result = match.result;
    const menu = eyes !== null && match.toAct.includes(eyes) ? (match.menu(eyes) as Play["menu"]) : null;
    return {
      at: kept.position, moves: match.moves.length, since: kept.since, deadline: null, waiting: this.waiting,
      chosen: Object.keys(kept.chosen).map(Number), ...(result ? { result: { ...result, breakdown: match.breakdown } } : {}),
      choice: eyes === null ? null : (kept.chosen[eyes]?.[0] ?? null), orders: eyes === null ? null : {}, menu,
      view: match.view(eyes, kept.options.memory) as never,
    };
  }

  story(moves: number[], eyes: Seat | null): StoryLine[] {
    const { match, kept } = this;
    if (!match) return [];
    return moves.filter((move) => move <= match.moves.length).map((move) => {
      const [seat, , by] = kept.moves[move - 1] ?? [null, "", null as By | null];
      return { seat, by, move, events: match.story<StoryEvent>(move, eyes ?? -1) };
    });
  }

  async answerTo(question: Question, onlooker: Onlooker): Promise<ServerMessage> {
    switch (question.type) {
      case "eyes":
        onlooker.eyes = question.seat === null ? null : this.ownEyes(question.seat);
        return this.snapshot(onlooker.eyes);
      case "snapshot": return this.snapshot(onlooker.eyes);
      case "ping": return { type: "pong", id: null };
      case "what_if": return this.whatIf(this.deciding(question.seat), question.move);
      case "hint": return this.hint(this.deciding(question.seat));
      case "react": return this.react(question.seat ?? this.ownEyes(null) ?? 0, question.reaction);
    }
  }

  private react(seat: Seat, reaction: Reaction): ServerMessage {
    if (!this.seat(seat).mine) return refuse("not_your_seat", `Seat ${seat} is not yours.`);
    for (const onlooker of this.onlookers) onlooker.hear({ type: "reaction", seat, reaction });
    return { type: "ack", id: null, version: this.version };
  }

  private deciding(asked: Seat | null | undefined): Seat {
    const found = this.playing().toAct.filter((seat) => this.kept.seats[seat]?.mine && (asked ?? seat) === seat);
    return found[0] ?? refuse("not_your_turn", "There is nothing for you to decide now.");
  }

  private async hint(seat: Seat): Promise<HintMessage> {
    const at = this.kept.position;
    const match = this.playing();
    const { move, expected } = await thinking.decide(this.game, ADVISER, match.state, seat, match.players, true);
    return { type: "hint", id: null, at, move, expected: expected.slice(0, 5).map((each) => ({ ...each, share: rounded(each.share) })) };
  }

  private whatIf(seat: Seat, move: string): WhatIfMessage {
    return { type: "what_if", id: null, at: this.kept.position, seat, move, ...outlook(this.playing(), seat, move) };
  }

  // --- Lists, records, replays ---------------------------------------------------------------------------------------

  get line(): TableLine {
    return lineOf(this.kept, this.waiting, this.match?.result ?? null);
  }

  /** How it ended for whoever played at this device; null for a game that goes on, and for another's record. */
  get finished(): FinishedGame | null {
    const result = this.kept.stage === "over" ? this.match?.result : null;
    return result ? finishedGame(this.kept, result) : null;
  }

  async record(): Promise<Record<string, unknown>> {
    const { kept, match, game, fair } = this;
    if (kept.position_of !== undefined) return refuse("no_record", "This game went on from another's position: it has no deal to check.");
    const over = match && kept.stage === "over";
    return {
      format: "pasar-record/1", game: game.kernel.manifest.name, rules: kept.rules, setup: over ? match.setup : null,
      moves: over ? match.moves : [], result: over ? match.result : null, table: kept.id, names: kept.seats.map(({ name }) => name),
      bots: kept.seats.map(({ bot }) => bot), rules_version: game.kernel.manifest.version,
      ...(fair && { fair: over ? await proof(kept.secret, fair.salts ?? []) : fair }),
    };
  }

  replay(eyes: string): Replay {
    const match = this.match && this.kept.stage === "over" ? this.match : refuse("not_over", "The game is not over.");
    const seat = /^\d+$/.test(eyes) ? Number(eyes) : null;
    const frames = Array.from({ length: match.moves.length + 1 }, (_, k) => frame(match, k, seat, eyes === "all"));
    return { table: this.info, eyes, frames };
  }
}
