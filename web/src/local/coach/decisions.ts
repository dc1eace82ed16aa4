// One decision, judged by what its seat could know (`pasar.coach.decisions`): every move in the same worlds, and how sure that is.
import type { Thinker } from "../bot";
import type { State } from "../kernel";
import { textOf } from "../match";
import { AFTER, type Court, KNOWN, type Line } from "./court";
import { Opinion } from "./opinion";
import { Estimate, mean } from "./sums";
import { lineWith, type Stride, type Turn } from "./walk";

const [JUDGING, HINDSIGHT] = [1, 2]; // questions that have worlds of their own

export interface Candidate {
  text: string;
  line: Line;
}

export interface Verdict {
  turn: Turn;
  stride: number;
  best: Candidate;
  /** Best less played. */
  loss: Estimate;
  expected: [move: string, share: number][];
  /** How many moves were judged at all. */
  open: number;
  agreed: boolean;
  /** Whether it is the search that is sure of an error, and not the playouts. */
  bySearch: boolean;
}

export interface Hindsight {
  better: string;
  loss: Estimate;
}

export const isBest = ({ best, turn }: Verdict): boolean => best.text === turn.text;
export const errorOf = (verdict: Verdict): number => (isBest(verdict) ? 0 : verdict.loss.value);

/** A name only if the interval lies above its bar, and a second opinion agrees. */
export function nameOf(court: Court, verdict: Verdict): "inaccuracy" | "mistake" | "blunder" | null {
  if (isBest(verdict) || !verdict.agreed) return null;
  return court.coaching.bars.thresholds.find(([, bar]) => verdict.loss.low > bar)?.[0] ?? null;
}

type Judged = [verdict: Verdict, few: Candidate[]];

/** The verdict on one decision, and the moves that were judged more closely. */
export function judge(court: Court, state: State, turn: Turn, number: number, thinker: Thinker): Judged {
  const [verdict, few] = byPlayouts(court, state, turn, number);
  return withSecondOpinion(court, state, verdict, few, thinker);
}

function byPlayouts(court: Court, state: State, turn: Turn, number: number): Judged {
  const { budget, bars } = court.coaching;
  const seed = court.seedFor(JUDGING, number, turn.seat);
  const found = candidates(court, state, turn);
  const own = (chosen: Candidate[], worlds: number, first: number) =>
    ofSeat(court, turn.seat, court.shares(state, KNOWN, chosen.map(({ line }) => line), worlds, { seat: turn.seat, seed, first }));

  const sifted = own(found, budget.sift, 0);
  const kept = theFew(found, sifted.map(mean), turn, bars.few);
  const more = own(kept.map((place) => found[place] as Candidate), budget.choose, budget.sift);
  const closely = kept.map((place, k) => [...(sifted[place] ?? []), ...(more[k] ?? [])]);
  const judged = kept
    .map((place, k) => ({ move: found[place] as Candidate, worlds: closely[k] ?? [], share: mean(closely[k] ?? []) }))
    .sort((one, other) => other.share - one.share || Number(one.move.text !== turn.text) - Number(other.move.text !== turn.text));
  const [first, second] = judged;
  if (!first) throw new Error("nobody decides without a move");
  const few = judged.map(({ move }) => move);
  const expected = judged.map(({ move, share }): [string, number] => [move.text, share]);
  const verdict = { turn, stride: number, best: first.move, expected, open: found.length, agreed: true, bySearch: false };
  if (first.move.text === turn.text) return [{ ...verdict, loss: difference(second?.worlds ?? [], first.worlds) }, few];
  const both = [first.move, theOne(few, turn.text)];
  const known = budget.sift + budget.choose;
  let fresh = own(both, budget.confirm, known);
  if (difference(fresh[0] ?? [], fresh[1] ?? []).value > bars.looks_wrong) {
    const again = own(both, budget.doubt, known + budget.confirm);
    fresh = fresh.map((worlds, k) => [...worlds, ...(again[k] ?? [])]);
  }
  return [{ ...verdict, loss: difference(fresh[0] ?? [], fresh[1] ?? []) }, few];
}

/** Without its consent nothing is called an error, and what it is quite sure of is one whatever playouts say. */
function withSecondOpinion(court: Court, state: State, verdict: Verdict, few: Candidate[], thinker: Thinker): Judged {
  const { bars } = court.coaching;
  const { turn } = verdict;
  const search = new Opinion(court, state, turn, verdict.stride, thinker);
  const prefers = search.prefers(turn.text);
  if (prefers < bars.second) return [{ ...verdict, agreed: false }, few];
  if (nameOf(court, verdict) || prefers < bars.accused) return [verdict, few];
  const best = candidates(court, state, turn).find(({ text }) => text === search.expected[0]?.move);
  if (!best) return [verdict, few]; // one of thousands of bids
  const both = [best, theOne(few, turn.text)];
  const worths = both.map(({ line }) => search.worth(line));
  const [one, other] = worths as [Estimate, Estimate];
  const loss = one.less(other);
  if (loss.low <= bars.accused) return [verdict, few];
  const expected = both.map(({ text }, k): [string, number] => [text, worths[k]?.value ?? 0]);
  return [{ ...verdict, best, loss, expected, bySearch: true }, both];
}

/** The share of the victory that a seat has, by line and world. */
function ofSeat(court: Court, seat: number, shares: number[][][]): number[][] {
  return shares.map((line) => line.map((world) => (world[seat] ?? 0) / court.unit));
}

function theFew(found: Candidate[], means: number[], turn: Turn, few: number): number[] {
  const best = means.map((_, place) => place).sort((one, other) => (means[other] ?? 0) - (means[one] ?? 0)).slice(0, few);
  const played = found.findIndex(({ text }) => text === turn.text);
  return best.includes(played) ? best : [...best, played];
}

export function theOne(few: Candidate[], text: string): Candidate {
  const found = few.find((each) => each.text === text);
  if (!found) throw new Error(`${text} was not judged`);
  return found;
}

export function difference(one: number[], other: number[]): Estimate {
  return Estimate.of(one.map((value, world) => value - (other[world] ?? 0)));
}

/** The moves that are judged: all that are one action; of those of several parts the plausible ones, and `turn`'s. */
function candidates(court: Court, state: State, turn: Turn): Candidate[] {
  const { kernel } = court;
  const { seat } = turn;
  const here = kernel.reopened(kernel.resampled(state, seat, BigUint64Array.of(0n)), seat);
  const source = BigUint64Array.of(court.seedFor(JUDGING, seat));
  const found = new Map<string, Line>([[turn.text, turn.line]]);
  for (const action of actionsIn(kernel.openActions(here, seat))) {
    const text = textOf(kernel, here, seat, action);
    if (text !== null) found.set(text, [[seat, action]]);
    else
      for (const byLot of [false, true]) {
        const composed = completed(court, here, seat, action, byLot, source);
        found.set(composed.text, composed.line);
      }
  }
  return [...found].map(([text, line]) => ({ text, line })).sort((one, other) => (one.text < other.text ? -1 : 1));
}

function actionsIn(open: bigint): number[] {
  return Array.from({ length: 64 }, (_, action) => action).filter((action) => (open >> BigInt(action)) & 1n);
}

/** A move of several decisions that begins with this one and goes on by rules of thumb, or by lot. */
function completed(court: Court, state: State, seat: number, first: number, byLot: boolean, source: BigUint64Array): Candidate {
  const { kernel } = court;
  const line: Line = [];
  for (let [here, action] = [state, first]; ; ) {
    const text = textOf(kernel, here, seat, action);
    line.push([seat, action]);
    if (text !== null) return { text, line };
    [here] = kernel.apply(here, seat, action);
    action = byLot ? court.draw(here, seat, source) : kernel.byRulesOfThumb(here, seat, 0, source);
  }
}

/** What a right move lost by hidden cards, by those that were to come, and by what others chose at the same time. */
export function hindsight(court: Court, step: Stride, verdict: Verdict, few: Candidate[]): Hindsight | null {
  const { budget, bars } = court.coaching;
  if (errorOf(verdict) > bars.right || few.length < 2) return null;
  const { seat } = verdict.turn;
  const seed = court.seedFor(HINDSIGHT, verdict.stride, seat);
  const own = (chosen: Candidate[], worlds: number, first: number) =>
    ofSeat(court, seat, court.shares(step.before, AFTER, chosen.map(({ line }) => lineWith(step, seat, line)), worlds, { seed, first }));

  const played = theOne(few, verdict.turn.text);
  const means = own(few, budget.sift, 0).map(mean);
  const most = Math.max(...means);
  const better = few[means.indexOf(most)] ?? played;
  if (most - (means[few.indexOf(played)] ?? 0) <= bars.unknowable) return null;
  const [one = [], other = []] = own([better, played], budget.confirm, budget.sift);
  const loss = difference(one, other);
  return loss.low > bars.unknowable ? { better: better.text, loss } : null;
}
