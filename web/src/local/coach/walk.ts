// A finished game as steps (`pasar.coach.walk`): a decision that somebody made alone, or those that several made at once.
import type { Kernel, State } from "../kernel";
import { type Match, partsOf } from "../match";
import type { Line } from "./court";

/** One seat's part of a step. */
export interface Turn {
  /** Its number in the record, from 1. */
  move: number;
  seat: number;
  text: string;
  line: Line;
}

/** From one position to the next. */
export interface Stride {
  before: State;
  after: State;
  turns: Turn[];
}

export const lineOf = ({ turns }: Stride): Line => turns.flatMap(({ line }) => line);

/** The same step, if one seat had decided otherwise. */
export function lineWith({ turns }: Stride, seat: number, other: Line): Line {
  return turns.flatMap((turn) => (turn.seat === seat ? other : turn.line));
}

export function strides(match: Match): Stride[] {
  const found: Stride[] = [];
  for (let made = 0; made < match.moves.length; ) {
    const before = match.stateAfter(made);
    const acting = new Set(match.kernel.toAct(before));
    const turns: Turn[] = [];
    for (let next = match.moves[made]; next && acting.has(next[0]); next = match.moves[made]) {
      const [seat, text] = next;
      turns.push({ move: made + 1, seat, text, line: actionsOf(match.kernel, match.stateAfter(made), seat, text) });
      acting.delete(seat);
      made += 1;
    }
    found.push({ before, after: match.stateAfter(made), turns });
  }
  return found;
}

/** The actions of a move; of one that is made of several decisions, those that are really asked. */
function actionsOf(kernel: Kernel, state: State, seat: number, text: string): Line {
  const parts = partsOf(kernel, text);
  const [only = 0] = parts;
  if (parts.length === 1) return [[seat, only]];
  const decided = kernel.decide(state, seat, parts);
  const line = "story" in decided ? asked(kernel, state, decided.state, seat, parts) : null;
  if (!line) throw new Error(`${text} is not open`);
  return line;
}

/** Of some parts in their order those that lead from a state to another one: what is forced is not asked. */
function asked(kernel: Kernel, state: State, goal: State, seat: number, parts: number[]): Line | null {
  if (kernel.made(state) === kernel.made(goal)) return String(state) === String(goal) ? [] : null;
  for (const [place, action] of parts.entries()) {
    if (!((kernel.openActions(state, seat) >> BigInt(action)) & 1n)) continue;
    const rest = asked(kernel, kernel.apply(state, seat, action)[0], goal, seat, parts.slice(place + 1));
    if (rest) return [[seat, action], ...rest];
  }
  return null;
}
