// Made by `make types` (tools/make_types.py) from src/pasar/games/basari/sight.py: change it there. What it means: docs/api.md.
import type { AnyView } from "$/net/messages";

export const PHASES = ["dealt", "choose", "open", "answer", "return", "gain", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const GEMS = ["r", "y", "g", "b"] as const;
export type Gem = (typeof GEMS)[number];

export const PRIZES = ["r", "y", "g", "b", "workers"] as const;
export type Prize = (typeof PRIZES)[number];

export const ACTIONS = ["A", "B", "C", "D"] as const;
export type Action = (typeof ACTIONS)[number];

export const SOURCES = ["action_b", "red", "yellow", "green", "blue", "workers"] as const;
export type Source = (typeof SOURCES)[number];

export interface Sight {
  phase: Phase;
  stage: number;
  round: number;
  pile: number;
  stock: Record<Gem, number>;
  prizes: Record<Prize, number>;
  workers_needed: number;
  actor: number | null;
  action: Action | null;
  queue: number[];
  seats: {
    points: number;
    gems: Record<Gem, number>;
    workers: number;
    card: {
      id: number;
      workers: number;
      points: number;
      gems: Partial<Record<Gem, number>>;
    } | null;
    cards: {
      id: number;
      workers: number;
      points: number;
      gems: Partial<Record<Gem, number>>;
    }[];
    chosen: boolean;
    choice: Action | null;
  }[];
  result: {
    points: number[];
    winners: number[];
    breakdown: Record<Source, number>[];
  } | null;
  haggle: {
    seats: number[];
    standing: Partial<Record<Gem, number>> | null;
    bidder: number | null;
    making: Partial<Record<Gem, number>> | null;
    asked: Gem | null;
  } | null;
}

export interface Remembered {
  pile: {
    id: number;
    workers: number;
    points: number;
    gems: Partial<Record<Gem, number>>;
  }[];
}

export type View = AnyView & Sight & { remembered?: Remembered };
