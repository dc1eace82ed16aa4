// All that a page has to know of a game beside its compiled functions (`pasar.export.manifest`).
import type { Coaching } from "./coach/bars";
import type { Setup } from "./setups";

export interface Manifest {
  format: string;
  name: string;
  version: number;
  fewest: number;
  most: number;
  switches: { name: string; help: string }[];
  deal_words: number;
  /** Bytes of a state, and those in which it counts its moves: where they begin, and how many. */
  state: number;
  made: [begin: number, size: number];
  story: { events: number; columns: number };
  /** Bytes that each kind of text can take. */
  room: { sight: number; event: number; reason: number; menu: number; setup: number };
  setup: Setup;
  texts: (string | null)[];
  composed: { word: string; pieces: string[]; first: number; most: number; event: number } | null;
  /** By the code of an event: whom it shows something new. */
  reveals: ("" | "own" | "table")[];
  sources: string[];
  observed: number;
  /** By players: rows and cells of what positions are judged by. */
  nets: Record<string, [number, number]>;
  /** By players and level: how it thinks. */
  levels: Record<string, Record<string, Level>>;
  /** By players: how the chances that a search finds come true. */
  hints: Record<string, Correction>;
  /** Null where games are not analysed. */
  coach: Coaching | null;
  blanks: { rules: Rules; state: string }[];
  words: Record<string, Record<string, Record<string, string>>>;
}

/** After so many moves: odds to the power of `slope`, times e to the power of `shift`. */
export interface Correction {
  moves: number[];
  slope: number[];
  shift: number[];
}

export interface Level {
  settings: number[];
  /** Where others decide at the same time, the odds are visits to this power. */
  sharpness: number;
  simulations: number;
  seconds: number;
}

export type Rules = Record<string, number | boolean>;
