// A position to solve: the beginning of a game, whose decision it is, the best move, and what the others lose.
import { request } from "$/net/api";
import type { Analysis, AnalysedDecision, Seat, Sheet, ShownPosition } from "$/net/messages";

export type Part = [source: string, ruling: string, points: number];

export interface Other {
  /** Points of chance. */
  lost: number;
  /** Points at the end that the best move brings more, and where they come from; nothing if nobody has looked. */
  points?: number;
  parts?: Part[];
}

interface Asked {
  game: string;
  seat: Seat;
  best: string;
  others: Record<string, Other>;
}

/** One of the game's own: what its seat could not know stays with who keeps the sheet. */
export interface SheetExercise extends Asked {
  name: string;
  theme: string;
  difficulty: number;
}

/** A mistake of one's own. */
export interface OwnExercise extends Asked {
  rules: Record<string, unknown>;
  setup: Record<string, unknown>;
  moves: [Seat, string][];
  /** Where it comes from. */
  table?: string;
}

export type Exercise = SheetExercise | OwnExercise;

/** All positions of a game, the easy ones first. */
export async function exercisesOf(game: string): Promise<SheetExercise[]> {
  const { positions } = await request<Sheet>(`/api/games/${encodeURIComponent(game)}/positions`);
  return positions.map((each) => ({ ...each, others: each.others as Record<string, Other>, game }));
}

export function show(exercise: Exercise, number: number | null): Promise<ShownPosition> {
  const { game, seat } = exercise;
  if (!("setup" in exercise)) return request<ShownPosition>(`/api/games/${encodeURIComponent(game)}/positions/${number}`);
  const { rules, setup, moves, table } = exercise;
  // A page without a server knows it by the table that it comes from.
  return request<ShownPosition>(`/api/positions${table ? `?table=${table}` : ""}`, { body: { game, rules, setup, moves, seat } });
}

/** What is needed of a record. */
export interface Told {
  game: string;
  rules: Record<string, unknown>;
  setup: Record<string, unknown>;
  moves: [Seat, string][];
}

/** The mistakes of one seat as positions to solve. */
export function mistakesOf(analysis: Analysis, record: Told, table: string, seat: Seat): { id: string; exercise: OwnExercise }[] {
  const own = analysis.decisions.filter((each) => each.seat === seat && each.name !== null);
  return own.map((decision) => ({ id: `${table}-${decision.move}`, exercise: exerciseFrom(decision, record, table) }));
}

function exerciseFrom({ move, seat, played, best, error, expected, why }: AnalysedDecision, record: Told, table: string): OwnExercise {
  const { game, rules, setup, moves } = record;
  const top = expected[0]?.share ?? 0;
  const others: Record<string, Other> = {};
  for (const { move: text, share } of expected) if (text !== best) others[text] = { lost: points(top - share) };
  const parts = why?.parts.map(({ source, ruling, points: more }): Part => [source, ruling, more]);
  others[played] = { lost: points(error), ...(why && parts ? { points: why.points, parts } : {}) };
  return { game, rules, setup, moves: moves.slice(0, move - 1), seat, best, others, table };
}

const points = (share: number): number => Math.round(1000 * share) / 10;
