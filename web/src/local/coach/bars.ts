// What a game's manifest says about its coach: who judges, how closely, and all bars that this is held to (`pasar.export.manifest`).

export interface Coaching {
  judge: { name: string; version: number; alone: number; heat: number };
  budget: Budget;
  /** Behind each source of points. */
  rulings: Record<string, string>;
  bars: Bars;
  other_orders: number;
  scale: Record<
    "height" | "steepness" | "depth" | "windows" | "shortest" | "longest" | "least_weight" | "most_weight" | "least_accuracy", number
  >;
  levels: [name: string, bar: number | null][];
  search: { settings: number[]; sharpness: number };
}

/** Playouts: of a position in the curve, and of each move in the rounds of judging one decision. */
export interface Budget {
  name: string;
  curve: number;
  sift: number;
  choose: number;
  confirm: number;
  doubt: number;
  second: number;
}

export interface Bars {
  few: number;
  looks_wrong: number;
  thresholds: ["inaccuracy" | "mistake" | "blunder", number][];
  second: number;
  accused: number;
  closely: number;
  right: number;
  unknowable: number;
  most_spread: number;
  turning: number;
  most_turning: number;
  matters: number;
}
