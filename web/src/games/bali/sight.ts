// Made by `make types` (tools/make_types.py) from src/pasar/games/bali/sight.py: change it there. What it means: docs/api.md.
import type { AnyView } from "$/net/messages";

export const PHASES = ["dealt", "buy", "play", "give", "add", "take", "oracle", "keep", "reward", "pick", "over"] as const;
export type Phase = (typeof PHASES)[number];

export const KINDS = ["mason", "priest", "shrine", "rice", "peanut", "banana", "pepper"] as const;
export type Kind = (typeof KINDS)[number];

export const GOODS = ["rice", "peanut", "banana", "pepper"] as const;
export type Good = (typeof GOODS)[number];

export interface Sight {
  phase: Phase;
  turn: number;
  pile: number;
  offer: Kind[][];
  demon: number | null;
  supply: Record<Good, number>;
  altar: {
    height: number;
    top: Good | null;
  };
  seats: {
    stone: number;
    points: number;
    front: Partial<Record<Kind, number>>;
    hand: number;
    room: number;
    goods: number;
    prices: Record<Good, number>;
  }[];
  scored?: Kind;
  values?: Record<Good, number>;
  goods?: Record<Good, number>[];
  own?: {
    hand: Partial<Record<Kind, number>>;
    goods: Record<Good, number>;
    oracle?: Good[];
  };
}

export interface Remembered {
  seats: {
    taken: Partial<Record<Kind, number>>;
    started: Good[];
    goods: Record<Good, number>;
    gave_unseen: number;
    kept_unseen: number;
  }[];
  laid: Record<Good, number>;
}

export type View = AnyView & Sight & { remembered?: Remembered };
