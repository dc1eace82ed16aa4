// Made by `make types` (tools/make_types.py) from src/pasar/server: change it there. What it means: docs/api.md.
/* eslint max-lines: off */

export type Seat = number;
export type Language = "en" | "de" | "fr";
export type Stage = "lobby" | "playing" | "over" | "closed";
export type By = "person" | "bot" | "order";
export type Face = "straw" | "braids" | "tea" | "cards" | "scarf" | "glasses" | "scale" | "lamp" | "basket" | "shawl" | "fan" | "bird";
export type Reaction = "bow" | "laugh" | "brow" | "applause" | "hm" | "tea";
export type Value = number | string | [number, string][];
export type Values = Record<string, Value>;
export type GameWords = Record<string, Record<string, string>>;
export type ServerMessage =
  | TableMessage
  | UpdateMessage
  | PresenceMessage
  | ReactionMessage
  | AckMessage
  | RefusedMessage
  | HintMessage
  | WhatIfMessage
  | PongMessage
  | ByeMessage;

/** Exactly the present, for somebody who knows nothing yet. */
export interface TableMessage {
  type: "table";
  version: number;
  table: TableInfo;
  you: You;
  play: Play | null;
  story: StoryLine[];
  chat: ChatLine[];
  presence: Presence;
}

/**
 * What has changed.
 *
 * It leads `from` a version to `version`; who has another one than `from` has missed something and asks for a
 * `snapshot`. When `play.moves` has become less, moves were taken back, and what they told is to be forgotten.
 */
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

export interface PresenceMessage {
  type: "presence";
  seats: boolean[];
  watchers: number;
}

/** Somebody reacts, without words. It is kept nowhere: who is not there misses it. */
export interface ReactionMessage {
  type: "reaction";
  seat: Seat;
  reaction: Reaction;
}

/** A command was carried out and is kept. */
export interface AckMessage {
  type: "ack";
  id: string | null;
  version: number;
}

/** It was not carried out, and nothing has changed. */
export interface RefusedMessage {
  type: "refused";
  error: Fault;
  id: string | null;
}

/** What the strongest bot would do, knowing what the seat knows. */
export interface HintMessage {
  type: "hint";
  id: string | null;
  at: number;
  move: string;
  expected: Expected[];
}

/** What a move would lead to, as far as its maker can know. */
export interface WhatIfMessage {
  type: "what_if";
  open: boolean;
  events?: StoryEvent[];
  more?: boolean;
  reason?: string;
  values?: Values;
  id: string | null;
  at: number;
  seat: Seat;
  move: string;
}

export interface PongMessage {
  type: "pong";
  id: string | null;
}

/** The server closes the connection, and why. */
export interface ByeMessage {
  type: "bye";
  error: Fault;
}

/** Every position of a finished game. */
export interface Replay {
  table: TableInfo;
  eyes: string;
  frames: ReplayFrame[];
}

export interface Story {
  story: StoryLine[];
}

/** Tables as a list shows them, the last changed first. */
export interface Lines {
  tables: TableLine[];
}

/** Games that one has played to the end, the last first. */
export interface FinishedGames {
  games: FinishedGame[];
  /** What to ask for the next ones with; null after the last. */
  before: number | null;
}

/** A new table. Its private link is the table's page with the key after a #. */
export interface Opened {
  id: string;
  key: string;
}

/** It was carried out, and it is kept. */
export interface Kept {
  /** of the table, after it */
  version: number;
  /** of the game: the next move is made `at` this */
  position: number;
}

/** The record as a table that can be replayed. */
export interface Imported {
  id: string;
  key: string;
}

/** `addresses` are for links to send: a page that was opened on the server's own machine may have a useless one. */
export interface GamesInfo {
  games: GameInfo[];
  /** levels, and what to expect of them */
  bots: Record<string, string>;
  /** where others reach this server; those inside a house are told on its own machine alone */
  addresses: string[];
}

/** A person, as only the person sees it. */
export interface Me {
  id: string;
  name: string;
  language: Language;
  webhook: string | null;
  /** Confirmed. */
  email: string | null;
  face: Face | null;
  notices: Choices;
  /** Whether this server can send mails. */
  mails: boolean;
  /** Checks the signature of what the webhook gets. Shown once, when it is set. */
  webhook_secret: string | null;
}

export interface Programs {
  tokens: Token[];
}

export interface TokenMade {
  id: string;
  label: string;
  made_at: number;
  /** Shown only this once. */
  token: string;
}

/** Opens this identity on another device, once. */
export interface DeviceLink {
  link: string;
  token: string;
  expires_at: number;
}

/** A mail is on its way. */
export interface MailSent {
  sent_to: string;
}

/** A prepared game and a path through it; `table` and `you` as over a table's socket. */
export interface Lesson {
  table: TableInfo;
  you: You;
  steps: LessonStep[];
}

/** After how many days things are deleted, as the settings say; `webhooks` and `mails` only where there are some. */
export interface Retention {
  /** tables that never began, and closed ones */
  lobby: number;
  /** games that nobody plays on */
  abandoned: number;
  finished: number;
  /** guests without a table who do not come back */
  people: number;
  /** what the keeper of the server changed */
  audit: number;
  cookie: number;
  /** Whether this server can send mails. */
  mails: boolean;
  privacy_url: string | null;
  imprint_url: string | null;
}

/** How far the analysis of a table's game is, and the analysis when it is there. */
export interface AnalysisState {
  /** `never`: such games are not analysed here */
  state: "never" | "none" | "working" | "failed" | "done";
  /** from 0 to 1 */
  done: number;
  analysis: Analysis | null;
}

/** What the seat sees; `table`, `you` and `frame` as in a lesson. */
export interface ShownPosition {
  table: TableInfo;
  you: You;
  frame: Frame;
}

export interface Sheet {
  game: string;
  positions: Exercise[];
}

export interface Practice {
  cards: PracticeCard[];
}

export interface AdminTables {
  tables: AdminTable[];
}

export interface AdminPeople {
  people: AdminPerson[];
}

export interface AdminTokens {
  tokens: AdminToken[];
}

export interface AdminSizes {
  /** on the disk, by what they are for */
  bytes: Record<string, number>;
  /** of each table of the database */
  rows: Record<string, number>;
}

export interface AuditLog {
  log: AuditEntry[];
}

/** What the people at a table agree on. The game itself says which switches it has (`GET /api/games`). */
export interface AskedOptions {
  game?: string | null;
  /** as many as the game is for */
  players?: number | null;
  switches?: Record<string, boolean> | null;
  /** shown in the lobby, and anybody may sit down */
  public?: boolean | null;
  /** who may look on without a seat */
  watch?: "anyone" | "link" | "nobody" | null;
  /** show everybody what they could have remembered (B18) */
  memory?: boolean | null;
  /** whether players may ask for advice */
  hints?: boolean | null;
  /** minutes a move; 0 for none; 1440 is a day */
  clock?: number | null;
}

/** What everybody may know who may see the table at all. */
export interface TableInfo {
  id: string;
  stage: Stage;
  options: Options;
  rules_version: number;
  seats: SeatInfo[];
  asked: AskedBack | null;
  rematch: string | null;
  frozen: string | null;
  made_at: number;
  fair: Fair | null;
}

/** What is only for the receiver: own seats, the one looked through, the key of the table's private link. */
export interface You {
  seats: Seat[];
  host: boolean;
  eyes: Seat | null;
  key: string | null;
}

/**
 * Where the game stands, for one pair of eyes.
 *
 * `at` is the position that a move has to name, `chosen` are seats that have sealed a choice, `choice` is one's own.
 */
export interface Play {
  at: number;
  moves: number;
  since: number;
  deadline: number | null;
  waiting: Seat[];
  chosen: Seat[];
  result?: Result;
  choice: string | null;
  orders: Record<string, string | number> | null;
  menu: Menu | null;
  view: AnyView;
}

/** What a move led to. Move 0 is the start, which nobody made. */
export interface StoryLine {
  seat: Seat | null;
  by: By | null;
  move: number;
  events: StoryEvent[];
}

/** Data, never markup: whoever shows it treats it as plain text. */
export interface ChatLine {
  name: string;
  text: string;
  at: number;
  seats: Seat[];
}

/** Which seats' people are at the table now, and how many look on. */
export interface Presence {
  seats: boolean[];
  watchers: number;
}

/** Why something was not done: `code` for programs, `message` for people. */
export interface Fault {
  reason?: string;
  values?: Values;
  field?: string;
  retry_after?: number;
  uncertain?: boolean;
  table?: string;
  position?: number;
  limit?: string | number;
  id?: string;
  code: string;
  message: string;
}

/** A move that was thought about: its expected share of the win, and how often it was tried. */
export interface Expected {
  move: string;
  share: number;
  visits: number;
}

/**
 * Something that happened, with the values that its sentence names.
 *
 * `forced`: one's own seat had no other answer. Of others nobody is told so.
 */
export interface StoryEvent {
  event: string;
  rule: string;
  seat: Seat;
  forced?: true;
  [value: string]: Value | true | undefined;
}

/** A position and what led to it; `own` in an all-seeing replay, what each seat had in hand. */
export interface ReplayFrame {
  seat?: Seat;
  move?: string;
  events: StoryEvent[];
  view: AnyView;
  points: number[];
  own?: unknown[];
}

/** A table as lists show it. */
export interface TableLine {
  table: string;
  game: string;
  stage: Stage;
  public: boolean;
  changed_at: number;
  options: Options;
  seats: LineSeat[];
  waiting: Seat[];
  since: number;
  deadline: number | null;
  position: number;
  yours: Seat[];
  your_turn: boolean;
  host: boolean;
  result: Outcome | null;
}

/** A finished game as one who sat there looks back on it: little, for there may be thousands. */
export interface FinishedGame {
  table: string;
  game: string;
  ended_at: number;
  switches: string[];
  bots: (string | null)[];
  yours: Seat[];
  points: number[];
  winners: Seat[];
}

/** One game: how many may play, what a table can choose, what a player may leave word about. */
export interface GameInfo {
  name: string;
  /** of its rules */
  version: number;
  fewest: number;
  most: number;
  switches: Switch[];
  orders: StandingOrder[];
}

/** On which ways the person wants to be told. */
export interface Choices {
  webhook: boolean;
  email: boolean;
}

/** A token of a program, without its secret. */
export interface Token {
  id: string;
  label: string;
  made_at: number;
}

/** One thing to learn. Its frames are shown one after another; in the last one the learner acts, or reads on. */
export interface LessonStep {
  id: string;
  /** places on the table to point at */
  look: string[];
  /** whether something happened unseen before it */
  jump: boolean;
  frames: Frame[];
  /** the move that leads on; null: nothing to do */
  expected: string | null;
  /** moves that are as good */
  also: string[];
  /** what each open move would lead to */
  what_if: Record<string, Outlook>;
}

/** One game's; docs/coach.md says what the numbers mean. */
export interface Analysis {
  format: string;
  judge: AnalysisJudge;
  budget: string;
  seed: number;
  /** units that all seats have together */
  whole: number;
  seats: AnalysedSeat[];
  curve: AnalysedPosition[];
  turning_points: TurningPoint[];
  /** those of which there is something to say */
  decisions: AnalysedDecision[];
}

/** A position and what led to it: the same `play` and `story` as over a table's socket. */
export interface Frame {
  play: Play;
  story: StoryLine[];
}

/** A position of a game's sheet: whose decision it is, which move is the best, and what the others lose. */
export interface Exercise {
  /** the same wherever it stands on the sheet */
  name: string;
  seat: number;
  theme: string;
  difficulty: number;
  best: string;
  others: Record<string, unknown>;
}

/** A position to come back to: what it is, in which box it lies, when it is due (seconds since 1970). */
export interface PracticeCard {
  id: string;
  box: number;
  due: number;
  changed: number;
  /** null: it is not to come back */
  exercise: Record<string, unknown> | null;
}

/** A table as its server's keeper sees it. */
export interface AdminTable {
  table: string;
  game: string;
  stage: Stage;
  public: boolean;
  /** public, and not shown in the lobby */
  hidden: boolean;
  changed_at: number;
  /** of its log */
  entries: number;
  seats: AdminSeat[];
}

export interface AdminPerson {
  id: string;
  name: string;
  made_at: number;
  seen_at: number;
  blocked_at: number | null;
  /** that they belong to */
  tables: number;
}

export interface AdminToken {
  id: string;
  kind: string;
  /** what its owner calls it */
  label: string;
  person: string;
  name: string;
  made_at: number;
  expires_at: number | null;
}

export interface AuditEntry {
  number: number;
  at: number;
  who: string;
  what: string;
  subject: string;
  about: Record<string, unknown>;
}

/** What the people at a table have agreed on. */
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
  face: Face | null;
}

/** Somebody would like to take a decision back; `agreed` are the seats that have consented. */
export interface AskedBack {
  seat: Seat;
  to: number;
  agreed: Seat[];
}

/** The commitment before the game, the salts from its start on, the secret after its end. */
export interface Fair {
  method: string;
  commitment: string;
  salts?: string[];
  secret?: string;
}

/** How a game ended, and where everybody's points come from. */
export interface Result {
  points: number[];
  winners: Seat[];
  breakdown: Record<string, number>[];
}

/** What a seat can do that is to act, why not the rest, and how moves are put together from pieces. */
export interface Menu {
  open: string[];
  closed: ClosedMove[];
  build: Build | null;
}

/** What the view of every game has, besides what its own `SIGHT` shows. */
export interface AnyView {
  seat: Seat | null;
  game: string;
  rules: Record<string, unknown>;
  to_act: Seat[];
  over: boolean;
}

export interface LineSeat {
  name: string | null;
  bot: string | null;
  taken: boolean;
}

export interface Outcome {
  points: number[];
  winners: Seat[];
}

/** Something that a table can choose. */
export interface Switch {
  name: string;
  help: string;
}

/** Something that a player may leave word about: one of some words or, where there are none, a whole number. */
export interface StandingOrder {
  name: string;
  help: string;
  words: string[];
  least: number;
  most: number;
}

/** What is certain to happen; `more` says that something follows which one cannot know. */
export interface Outlook {
  open: boolean;
  events?: StoryEvent[];
  more?: boolean;
  reason?: string;
  values?: Values;
}

export interface AnalysisJudge {
  name: string;
  version: number;
  /** the version of the game's rules */
  game: number;
}

/** Amounts are units, of which all seats have `whole` together: even + luck + own_play + others_play = result. */
export interface AnalysedSeat {
  result: number;
  even: number;
  luck: number;
  own_play: number;
  others_play: number;
  decisions: number;
  /** from 0 to 100, on Lichess' scale */
  accuracy: number | null;
  /** points of chance lost a decision */
  error_rate: number | null;
  level: string | null;
}

/** Everybody's share of the victory after so many moves, give or take `band` in 95 of 100 cases. */
export interface AnalysedPosition {
  moves: number;
  shares: number[];
  band: number[];
}

/** What surely moved somebody's chances by ten points: a decision of `seat`, or something that nobody decided. */
export interface TurningPoint {
  moves: number[];
  kind: "seat" | "deal" | "cards" | "guess" | "play";
  seat: number | null;
  /** units, by seat */
  amounts: number[];
}

/** A decision that was an error by what its player could know (`name`), or that was right and went wrong. */
export interface AnalysedDecision {
  move: number;
  seat: number;
  played: string;
  best: string;
  /** of the victory */
  error: number;
  interval: number[];
  name: "inaccuracy" | "mistake" | "blunder" | null;
  expected: ExpectedShare[];
  why: Why | null;
  could_not_know: Unknowable | null;
}

export interface AdminSeat {
  name: string;
  bot: string | null;
  person: string | null;
}

/** A move that is not open now, and why: `code` and `values` are said by the game's words. */
export interface ClosedMove {
  move: string;
  code: string;
  values: Values;
}

/**
 * The open moves of a `Composed` kind, described and not listed: they can be hundreds of thousands.
 *
 * Open are those with `fewest` to `most` of each piece that beat `beats`: with more pieces, or with as many and more
 * of the first piece that differs.
 */
export interface Build {
  word: string;
  fewest: Record<string, number>;
  most: Record<string, number>;
  beats: Record<string, number>;
  least: string;
}

export interface ExpectedShare {
  move: string;
  share: number;
}

/** What the better move brings more than the other one, in points at the end, by where they come from. */
export interface Why {
  points: number;
  interval: number[];
  parts: WhyPart[];
  /** what it brings each of the others */
  others: number;
}

/** What would have been better as things really lay, which the player could not know. */
export interface Unknowable {
  better: string;
  lost: number;
  interval: number[];
}

export interface WhyPart {
  source: string;
  ruling: string;
  points: number;
}

export type Command =
  // Take a free seat. One person may hold several: they then share a screen.
  | { type: "sit"; seat: Seat; name?: string | null; bot?: string | null; salt?: string | null; face?: Face | null }
  // Give an own seat back before the game begins.
  | { type: "stand"; seat: Seat }
  // Add to the randomness of the deal.
  | { type: "salt"; seat: Seat; salt: string }
  // Host: put a bot on a free seat or change its level; without a level, free the seat of whoever has it.
  | { type: "bot"; seat: Seat; level?: string | null }
  // Host: `order[k]` is the seat that becomes seat k.
  | { type: "seats"; order: Seat[] }
  // Host: change what the table has agreed on, before the game begins. What is left out stays.
  | { type: "options"; options: AskedOptions }
  // Host: deal and begin.
  | { type: "start" }
  // Make a move. Where several choose in secret at once, it can be changed until the last has chosen.
  | { type: "move"; move: string; at: number; seat?: Seat | null }
  // Take one's last decision back: at once if it showed nothing and nobody has acted since, else by consent.
  | { type: "undo" }
  // Answer to somebody who would like to take a decision back.
  | { type: "consent"; yes: boolean }
  // Chat.
  | { type: "chat"; text: string }
  // Leave the table. In a game a bot plays on until one comes back; a host passes the role on.
  | { type: "leave" }
  // Play oneself again after a bot has stood in.
  | { type: "back" }
  // Leave standing orders for an own seat; they replace those before.
  | { type: "orders"; seat: Seat; orders: Record<string, unknown> }
  // After a game: open a table like this one, with the same bots; the others find it here.
  | { type: "rematch" };

export type Question =
  // Choose through whose eyes to look: an own seat, or null as a spectator would.
  | { type: "eyes"; seat: Seat | null }
  // Ask for advice, where the table allows it.
  | { type: "hint"; seat?: Seat | null }
  // Ask what a move would lead to, as far as one can know.
  | { type: "what_if"; move: string; seat?: Seat | null }
  // Bow, laugh, raise a brow, applaud, say hm, offer tea: shown at one's seat for a moment, and kept nowhere.
  | { type: "react"; reaction: Reaction; seat?: Seat | null }
  // Ask for everything again, after a gap.
  | { type: "snapshot" }
  | { type: "ping" };
