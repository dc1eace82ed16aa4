// A position to solve: the beginning of a game, whose decision it is, the best move, and what the others lose.
import { request } from "$/net/api";
import type { Analysis, AnalysedDecision, Seat, ShownPosition } from "$/net/messages";

export type Part = [source: string, ruling: string, points: number];

export interface Other {
  /** Points of chance. */
  lost: number;
  /** Points at the end that the best move brings more, and where they come from; nothing if nobody has looked. */
  points?: number;
  parts?: Part[];
}

export interface Beginning {
  game: string;
  rules: Record<string, unknown>;
  setup: Record<string, unknown>;
  moves: [Seat, string][];
  seat: Seat;
}

export interface Exercise extends Beginning {
  best: string;
  others: Record<string, Other>;
  theme?: string;
  difficulty?: number;
  /** Where it comes from, if it was one's own game. */
  table?: string;
}

interface Sheet {
  game: string;
  records: Pick<Beginning, "rules" | "setup" | "moves">[];
  positions: (Required<Pick<Exercise, "seat" | "theme" | "difficulty" | "best" | "others">> & { record: number; moves: number })[];
}

/** All positions of a game, the easy ones first. */
export async function exercisesOf(game: string): Promise<Exercise[]> {
  const { records, positions } = await request<Sheet>(`/api/games/${encodeURIComponent(game)}/positions`);
  return positions.flatMap(({ record, moves, ...rest }) => {
    const from = records[record];
    return from ? [{ ...rest, ...from, game, moves: from.moves.slice(0, moves) }] : [];
  });
}

export function show({ game, rules, setup, moves, seat, table }: Exercise, number: number | null): Promise<ShownPosition> {
  const beginning: Beginning = { game, rules, setup, moves, seat };
  // A page without a server knows positions of the sheet by their number, and others by the table that they come from.
  const query = number !== null ? `?number=${number}` : table ? `?table=${table}` : "";
  return request<ShownPosition>(`/api/positions${query}`, { body: beginning });
}

/** What is needed of a record. */
export interface Told {
  game: string;
  rules: Record<string, unknown>;
  setup: Record<string, unknown>;
  moves: [Seat, string][];
}

/** The mistakes of one seat as positions to solve. */
export function mistakesOf(analysis: Analysis, record: Told, table: string, seat: Seat): { id: string; exercise: Exercise }[] {
  const own = analysis.decisions.filter((each) => each.seat === seat && each.name !== null);
  return own.map((decision) => ({ id: `${table}-${decision.move}`, exercise: exerciseFrom(decision, record, table) }));
}

function exerciseFrom({ move, seat, played, best, error, expected, why }: AnalysedDecision, record: Told, table: string): Exercise {
  const { game, rules, setup, moves } = record;
  const top = expected[0]?.share ?? 0;
  const others: Record<string, Other> = {};
  for (const { move: text, share } of expected) if (text !== best) others[text] = { lost: points(top - share) };
  const parts = why?.parts.map(({ source, ruling, points: more }): Part => [source, ruling, more]);
  others[played] = { lost: points(error), ...(why && parts ? { points: why.points, parts } : {}) };
  return { game, rules, setup, moves: moves.slice(0, move - 1), seat, best, others, table };
}

const points = (share: number): number => Math.round(1000 * share) / 10;
