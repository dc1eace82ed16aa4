// What travels between the server and us: docs/api.md says what everything means. No rule of any game is known here.

export type Seat = number;
export type Language = "en" | "de" | "fr";

export interface Options {
  game: string;
  players: number;
  switches: Record<string, boolean>;
  public: boolean;
  watch: "anyone" | "link" | "nobody";
  memory: boolean;
  hints: boolean;
  clock: number;
}

export interface SeatInfo {
  name: string | null;
  taken: boolean;
  bot: string | null;
  away: boolean;
  host: boolean;
  salted: boolean;
}

export interface Fair {
  method: string;
  commitment: string;
  salts?: string[];
  secret?: string;
}

export type Stage = "lobby" | "playing" | "over" | "closed";

export interface TableInfo {
  id: string;
  stage: Stage;
  options: Options;
  rules_version: number;
  seats: SeatInfo[];
  asked: { seat: Seat; to: number; agreed: Seat[] } | null;
  rematch: string | null;
  frozen: string | null;
  made_at: number;
  fair: Fair | null;
}

export interface You {
  seats: Seat[];
  host: boolean;
  eyes: Seat | null;
  key: string | null;
}

/** A move that is not open now, and why: `code` and `values` are said by the game's words. */
export interface ClosedMove {
  move: string;
  code: string;
  values: Values;
}

/** How a move is put together from pieces: `word` and then counts of `most`' tokens, as `bid r2b1`. */
export interface Build {
  word: string;
  most: Record<string, number>;
  enough: number;
  fewer: string[];
  least: string;
}

export interface Menu {
  open: string[];
  closed: ClosedMove[];
  build: Build | null;
}

export type Value = number | string | [number, string][];
export type Values = Record<string, Value>;

export interface StoryEvent {
  event: string;
  rule: string;
  seat: Seat;
  [value: string]: Value;
}

export interface StoryLine {
  move: number;
  seat: Seat | null;
  by: "person" | "bot" | "order" | null;
  events: StoryEvent[];
}

export interface Result {
  points: number[];
  winners: Seat[];
  breakdown: Record<string, number>[];
}

export interface Play<V = unknown> {
  at: number;
  moves: number;
  since: number;
  deadline: number | null;
  waiting: Seat[];
  chosen: Seat[];
  choice: string | null;
  orders: Record<string, string | number> | null;
  view: V;
  menu: Menu | null;
  result?: Result;
}

export interface ChatLine {
  name: string;
  text: string;
  at: number;
  seats: Seat[];
}

export interface Presence {
  seats: boolean[];
  watchers: number;
}

export interface Fault {
  code: string;
  message: string;
  reason?: string;
  values?: Values;
  field?: string;
  retry_after?: number;
  uncertain?: boolean;
  table?: string;
}

export interface TableMessage {
  type: "table";
  id?: string;
  version: number;
  table: TableInfo;
  you: You;
  play: Play | null;
  story: StoryLine[];
  chat: ChatLine[];
  presence: Presence;
}

export interface UpdateMessage {
  type: "update";
  from: number;
  version: number;
  table?: TableInfo;
  you?: You;
  presence?: Presence;
  play?: Play | null;
  story?: StoryLine[];
  lines?: ChatLine[];
}

export interface HintMessage {
  type: "hint";
  id?: string;
  at: number;
  move: string;
  expected: { move: string; share: number; visits: number }[];
}

export interface WhatIfMessage {
  type: "what_if";
  id?: string;
  at: number;
  seat: Seat;
  move: string;
  open: boolean;
  events?: StoryEvent[];
  more?: boolean;
  reason?: string;
  values?: Values;
}

export type ServerMessage =
  | TableMessage
  | UpdateMessage
  | HintMessage
  | WhatIfMessage
  | ({ type: "presence" } & Presence)
  | { type: "ack"; id?: string; version: number }
  | { type: "refused"; id?: string; error: Fault }
  | { type: "pong"; id?: string }
  | { type: "bye"; error: Fault };

export type Command =
  | { type: "sit"; seat: Seat; name?: string; salt?: string }
  | { type: "stand"; seat: Seat }
  | { type: "salt"; seat: Seat; salt: string }
  | { type: "bot"; seat: Seat; level?: string }
  | { type: "seats"; order: Seat[] }
  | { type: "options"; options: Partial<Options> }
  | { type: "start" }
  | { type: "move"; move: string; at: number; seat?: Seat }
  | { type: "undo" }
  | { type: "consent"; yes: boolean }
  | { type: "orders"; seat: Seat; orders: Record<string, string | number> }
  | { type: "chat"; text: string }
  | { type: "leave" }
  | { type: "back" }
  | { type: "rematch" };

export type Question =
  | { type: "eyes"; seat: Seat | null }
  | { type: "hint"; seat?: Seat }
  | { type: "what_if"; move: string; seat?: Seat }
  | { type: "snapshot" }
  | { type: "ping" };

/** A table as lists show it. */
export interface TableLine {
  table: string;
  game: string;
  stage: Stage;
  public: boolean;
  changed_at: number;
  options: Options;
  seats: { name: string | null; bot: string | null; taken: boolean }[];
  waiting: Seat[];
  since: number;
  deadline: number | null;
  position: number;
  yours: Seat[];
  your_turn: boolean;
  host: boolean;
  result: { points: number[]; winners: Seat[] } | null;
}

export interface GameInfo {
  name: string;
  version: number;
  fewest: number;
  most: number;
  switches: { name: string; help: string }[];
  orders: { name: string; help: string; words: string[]; least: number; most: number }[];
}

export interface GamesInfo {
  games: GameInfo[];
  bots: Record<string, string>;
  addresses?: string[];
}

/** A game's own words: table of sentences, then key. */
export type GameWords = Record<string, Record<string, string>>;

export interface Me {
  id: string;
  name: string;
  language: Language;
  webhook: string | null;
  email: string | null;
  notices: { webhook: boolean; email: boolean };
  mails: boolean;
}

export interface ReplayFrame<V = unknown> {
  seat?: Seat;
  move?: string;
  events: StoryEvent[];
  view: V;
  points: number[];
  own?: unknown[];
}

export interface Replay<V = unknown> {
  table: TableInfo;
  eyes: string;
  frames: ReplayFrame<V>[];
}
