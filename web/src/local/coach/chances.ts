// Everybody's chances from the deal to the end, and what changed them (`pasar.coach.chances`): whole numbers that add up.
import { AFTER, BEFORE, type Court, DEALT } from "./court";
import { lineOf, type Stride } from "./walk";
import type { State } from "../kernel";

export type Kind = "seat" | "deal" | "cards" | "guess" | "play";
export const LUCK: Kind[] = ["seat", "deal", "cards", "guess"];

/** Something that changed everybody's chances. */
export interface Change {
  kind: Kind;
  /** The step in which it came, -1 before the first one. */
  stride: number;
  /** Whose decision it was, -1 if nobody's. */
  seat: number;
  amounts: number[];
  errors: number[];
}

export interface Chances {
  /** What all seats have together. */
  whole: number;
  /** By position and seat, from the deal to the end. */
  curve: number[][];
  errors: number[][];
  changes: Change[];
}

/** Units by world and seat. */
type Shares = number[][];

export async function chancesOf(
  court: Court, dealt: State, steps: Stride[], playouts: number, report: (done: number) => Promise<void> | void,
): Promise<Chances> {
  const judged = (state: State, mode: number) => court.shares(state, mode, [[]], playouts)[0] ?? [];
  const before = judged(dealt, DEALT);
  const even = before.map((row) => row.map(() => Math.floor(court.unit / court.players)));
  const positions = [judged(steps[0]?.before ?? dealt, AFTER)];
  const changes = [change("seat", -1, -1, less(before, even)), change("deal", -1, -1, less(positions[0] ?? [], before))];
  for (const [number, step] of steps.entries()) {
    const after = judged(step.after, AFTER);
    changes.push(...changesOf(court, number, step, positions.at(-1) ?? [], after));
    positions.push(after);
    await report(number + 1);
  }
  return {
    whole: court.unit * playouts, curve: positions.map(sums), errors: positions.map(errors),
    changes: changes.filter(({ amounts }) => amounts.some((amount) => amount !== 0)),
  };
}

/** What the decisions of a step were worth on average over what was to come, and then what came. */
function changesOf(court: Court, number: number, step: Stride, before: Shares, after: Shares): Change[] {
  const shown = showsSomething(court, step);
  const decided = shown ? (court.shares(step.before, BEFORE, [lineOf(step)], before.length)[0] ?? []) : after;
  const together = step.turns.length > 1;
  const alone = together ? court.shares(step.before, BEFORE, step.turns.map(({ line }) => line), before.length) : [decided];
  const effects = alone.map((own) => less(own, before));
  const found = step.turns.map(({ seat }, k) => change("play", number, seat, effects[k] ?? []));
  if (together) found.push(change("guess", number, -1, effects.reduce(less, less(decided, before))));
  if (shown) found.push(change("cards", number, -1, less(after, decided)));
  return found;
}

/** Whether a step shows anything that nobody knew: then it could have led elsewhere. */
function showsSomething(court: Court, step: Stride): boolean {
  return Array.from({ length: court.coaching.other_orders }, (_, order) => order).some((order) => {
    let earlier = court.reshuffled(step.before, order);
    for (const [seat, action] of lineOf(step)) [earlier] = court.kernel.apply(earlier, seat, action);
    return String(earlier) !== String(court.reshuffled(step.after, order));
  });
}

function change(kind: Kind, stride: number, seat: number, shares: Shares): Change {
  return { kind, stride, seat, amounts: sums(shares), errors: errors(shares) };
}

function less(one: Shares, other: Shares): Shares {
  return one.map((row, world) => row.map((value, seat) => value - (other[world]?.[seat] ?? 0)));
}

function sums(shares: Shares): number[] {
  return (shares[0] ?? []).map((_, seat) => shares.reduce((sum, row) => sum + (row[seat] ?? 0), 0));
}

/** The standard error of each sum over worlds. */
function errors(shares: Shares): number[] {
  return sums(shares).map((sum, seat) => {
    const middle = sum / shares.length;
    const squares = shares.reduce((all, row) => all + ((row[seat] ?? 0) - middle) ** 2, 0);
    return Math.sqrt(squares / shares.length) * Math.sqrt(shares.length);
  });
}

/** All that changes of one kind gave a seat, if `by` is given only those that these seats decided. */
export function part({ changes }: Chances, seat: number, kind: Kind, by?: number[]): number {
  const counted = changes.filter((each) => each.kind === kind && (!by || by.includes(each.seat)));
  return counted.reduce((sum, { amounts }) => sum + (amounts[seat] ?? 0), 0);
}
