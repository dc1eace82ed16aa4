// What a game brings to its table. Everything else (socket, log, chat, clocks, undo, replay) is the same for all games.
// A game is a folder with these files, and nothing elsewhere knows its name:
//   index.ts     its face, a `GameUi`
//   art.ts       adds its drawings to the page
//   deal.ts      how it is dealt, a `Deal`, so that the browser can check that a deal was fair
//   colours.css  `--game` and `--on-game` for [data-game="its name"]
//   cover.svg    the picture on its box
//   rules/*.md   its rules in every language
//   words/*.json its texts: `about`, `about_lesson`, `about_lesson_VARIANT` and those of its table
//   lesson/*.json those of its lessons: `lesson_title_…`, `lesson_step_…`, `lesson_point_…`
import type { Component } from "svelte";
import type { Face, Language, Menu, Result, Seat, StoryEvent, StoryLine, WhatIfMessage } from "$/net/messages";

/** Somebody at the table, as every component shows them. */
export interface Person {
  seat: Seat;
  name: string;
  bot: string | null;
  face: Face;
  away: boolean;
  here: boolean;
  yours: boolean;
}

/** One moment of a game, as it is to be shown. `V` is the game's own view. */
export interface Scene<V = unknown> {
  game: string;
  view: V;
  people: Person[];
  /** Through whose eyes; null for a spectator. */
  eyes: Seat | null;
  /** What these eyes may do now; null if it is not their turn, or in a replay. */
  menu: Menu | null;
  waiting: Seat[];
  /** Seats that have sealed a choice, and the own one. */
  chosen: Seat[];
  choice: string | null;
  /** A move that was recommended, to be pointed at. */
  hint: string | null;
  /** All that was told until now, the last move last. */
  story: StoryLine[];
  result: Result | null;
  /** All hands, in an all-seeing replay: what `view.own` would be for each seat. */
  allHands: unknown[] | null;
}

export interface TableProps<V = unknown> {
  scene: Scene<V>;
  /** Make this move; does nothing while another one is on its way. Refusals are shown by the page around. */
  choose: (move: string) => void;
  /** What a move would lead to, as far as one can know; null if nobody can say (a replay, no connection). */
  foresee: (move: string) => Promise<WhatIfMessage | null>;
  /** True while nothing can be chosen: between a move made and its answer, without a connection, before all was shown. */
  busy: boolean;
}

/** A thing that travels: drawn by the game's `Piece`. */
export interface Piece {
  kind: string;
  count?: number;
}

/**
 * A piece on its way. `from` and `to` are the names of anchors: elements with `data-at`. The first is looked for on the table
 * as it was, the second on the table as it is. `hides` names an anchor that stays unseen until the piece has arrived.
 */
export interface Flight {
  piece: Piece;
  from: string;
  to: string;
  hides?: string;
  /** In a high leap. */
  leaps?: boolean;
}

/** Something gained, shown for a moment beside an anchor: "+3" and a drawing. */
export interface Gain {
  at: string;
  text: string;
  art?: string;
  /** Opens like a flower, larger than other gains. */
  blooms?: boolean;
}

/** What happens at once; beats follow one another. */
export interface Beat {
  flights?: Flight[];
  gains?: Gain[];
  /** Anchors that light up for a moment. */
  lights?: string[];
  /** Anchors that keep a scorch mark for a while. */
  scorches?: string[];
}

/** Who has just done well, and who was outdone: their faces say so for a moment. */
export interface Feelings {
  pleased: Seat[];
  outdone: Seat[];
}

/** The luck of a deal. */
export interface Luck {
  /** The list in the order in which chance puts it. */
  shuffled<T>(list: readonly T[]): T[];
}

/** What chance decides in a game with these rules, named as in a record's setup. */
export type Deal = (luck: Luck, rules: Record<string, unknown>) => Record<string, unknown>;

export type Sound =
  | "card" | "knock" | "chime" | "points" | "bell" | "deal" // things
  | "chord" | "leap" | "flip" | "count" | "reveal" | "offer" | "shake" | "tie" | "react" | "win" | "end"; // moments

/** Something is to be seen before the rest of a step: what is on the table until then, and how many events are told by then. */
export interface Cut<V = unknown> {
  view: V;
  told: number;
  /** Whether a scene above the table follows. */
  scene?: boolean;
}

/** A scene above the table: from what was on it before, to what will be, told by `story`. */
export interface ClimaxProps<V = unknown> {
  before: Scene<V>;
  after: Scene<V>;
  story: StoryLine[];
  /** It is over; also called when somebody has seen enough. */
  done: () => void;
}

/** The great moments of a game. */
export interface Climax<V = unknown> {
  /** Where a step that is told by this story is cut; almost always nowhere. */
  cuts: (before: Scene<V>, after: Scene<V>, story: StoryLine[]) => Cut<V>[];
  /** The scene. Who never gets there need not load it. */
  load: () => Promise<{ default: Component<ClimaxProps<V>> }>;
}

/** Speaks to who plays for the first time, whenever something is new. */
export interface Guide<V = unknown> {
  /** What there is to explain about a scene, what matters most first. */
  topics: (scene: Scene<V>) => string[];
  words: Record<Language, () => Promise<{ default: Record<string, string> }>>;
}

export interface GameUi<V = unknown> {
  /**
   * The whole table between the page's head and its side panel. What makes a move carries it as `data-move`, what adds a
   * piece to one as `data-push`; what is not open has `aria-disabled`. Whoever plays with keys is led from one to the next.
   */
  Table: Component<TableProps<V>>;
  /** A travelling thing. */
  Piece: Component<{ piece: Piece }>;
  /** The score sheet at the end of a game. */
  Sheet: Component<{ scene: Scene<V> }>;
  /** What is to be seen when `story` leads from one scene to the next. */
  motions: (before: Scene<V>, after: Scene<V>, story: StoryLine[]) => Beat[];
  /** How those at the table take what happened; null where nobody minds. */
  feelings?: (before: Scene<V>, after: Scene<V>, story: StoryLine[]) => Feelings | null;
  /** The sound of an event, if it has one. */
  sound: (event: StoryEvent) => Sound | null;
  /** What decided between those with equal points, with its numbers; empty where nobody was equal. */
  tie?: (scene: Scene<V>) => string;
  /** A part of a seat's score with what made it ("10 bananas at 3"), where there is more to say than its name. */
  made?: (scene: Scene<V>, part: string, seat: Seat) => string;
  /** For a first game, if somebody is to explain it. */
  guide?: Guide<V>;
  /** Moments that have a scene of their own, if there are any. */
  climax?: Climax<V>;
  /** A move in words of the reader's language ("take from column 2"), for hints, lists and screen readers. */
  describe: (move: string) => string;
}
