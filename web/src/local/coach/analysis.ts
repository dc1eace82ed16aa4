// A finished game, analysed (`pasar.coach.analysis`): what was luck, what was play, and where it turned.
import type { AnalysedDecision, Analysis, TurningPoint, Why } from "$/net/messages";
import { Thinker } from "../bot";
import type { Match } from "../match";
import { type Chances, chancesOf, type Change, LUCK, part } from "./chances";
import type { Court } from "./court";
import { errorOf, type Hindsight, hindsight, judge, nameOf, theOne, type Verdict } from "./decisions";
import { accuracy, errorRate, gameAccuracy, levelOf, weights } from "./scale";
import { rounded, Z95 } from "./sums";
import { type Stride, strides } from "./walk";
import { why } from "./why";

const FORMAT = "pasar-analysis/1";
const DIGITS = 4; // of shares; amounts that add up are whole numbers

interface Decided {
  verdict: Verdict;
  reason: Why | null;
  unknown: Hindsight | null;
}

/** The same game, judge and seed give the same answer as a server's. `report` is told how much is done, from 0 to 1, and waited for. */
export async function analyse(court: Court, match: Match, report: (done: number) => Promise<void> | void): Promise<Analysis> {
  const { judge: by, budget } = court.coaching;
  const steps = strides(match);
  const { lines, decision, all } = loads(steps);
  let done = 0;
  const advance = (load = 0) => report((done += load) / all);
  const chances = await chancesOf(court, match.dealt, steps, budget.curve, (made) => advance(lines[made - 1]));
  const thinker = new Thinker(court.kernel, () => clock(court));
  const decisions: Decided[] = [];
  for (const [number, step] of steps.entries())
    for (const turn of step.turns) {
      decisions.push(decided(court, step, turn, number, thinker));
      await advance(decision[number]);
    }
  const said = decisions.map((each) => decisionShown(court, each)).filter(({ name, could_not_know }) => name || could_not_know);
  return {
    format: FORMAT, judge: { name: by.name, version: by.version, game: court.kernel.manifest.version }, budget: budget.name,
    seed: Number(court.seed), whole: chances.whole,
    seats: Array.from({ length: court.players }, (_, seat) => seatShown(court, chances, decisions, seat)),
    curve: chances.curve.map((_, place) => positionShown(chances, steps, place)),
    turning_points: turningPoints(court, chances).map((change) => changeShown(steps, change)), decisions: said,
  };
}

const JUDGED = 4; // times as much as for playing one line on is to be done for a verdict

/** About how much work each step is: for the curve, and for one decision in it. What is played on from later is sooner at its end. */
function loads(steps: Stride[]): { lines: number[]; decision: number[]; all: number } {
  const left = steps.map((_, number) => steps.length - number);
  const lines = steps.map(({ turns }, number) => (left[number] ?? 0) * (turns.length > 1 ? turns.length + 2 : 1));
  const decision = left.map((each) => JUDGED * each);
  const all = steps.reduce((sum, { turns }, number) => sum + (lines[number] ?? 0) + turns.length * (decision[number] ?? 0), 0);
  return { lines, decision, all };
}

/** Seconds, for who looks at the clock between two pieces of work. */
function clock(court: Court): number {
  court.rest();
  return performance.now() / 1000;
}

function decided(court: Court, step: Stride, turn: Stride["turns"][number], number: number, thinker: Thinker): Decided {
  const [verdict, few] = judge(court, step.before, turn, number, thinker);
  const found = nameOf(court, verdict) ? why(court, step.before, verdict, theOne(few, turn.text)) : null;
  // Played on by rules of thumb it may bring no more: then they cannot say why.
  const reason = found && verdict.bySearch && found.points <= 0 ? null : found;
  return { verdict, reason, unknown: hindsight(court, step, verdict, few) };
}

/** What changed somebody's chances most, in the order in which it happened. */
function turningPoints({ coaching: { bars } }: Court, { changes, whole }: Chances): Change[] {
  const surely = ({ amounts, errors }: Change) => Math.max(...amounts.map((amount, seat) => Math.abs(amount) - Z95 * (errors[seat] ?? 0)));
  const most = ({ amounts }: Change) => Math.max(...amounts.map(Math.abs));
  const large = changes.filter((change) => change.kind !== "seat" && surely(change) >= bars.turning * whole);
  const chosen = large.sort((one, other) => most(other) - most(one)).slice(0, bars.most_turning);
  return chosen.sort((one, other) => changes.indexOf(one) - changes.indexOf(other));
}

// --- As a server shows it ------------------------------------------------------------------------------------------------

const share = (value: number): number => rounded(value, DIGITS);

function seatShown(court: Court, chances: Chances, decisions: Decided[], seat: number): Analysis["seats"][number] {
  const { coaching, players } = court;
  const own = decisions.filter(({ verdict }) => verdict.turn.seat === seat).map(({ verdict }) => verdict);
  const weighing = weights(coaching, chances.curve.map((row) => (row[seat] ?? 0) / chances.whole));
  const accuracies = own.map((verdict) => accuracy(coaching, Math.max(0, errorOf(verdict))));
  const found = gameAccuracy(coaching, accuracies, own.map(({ stride }) => weighing[stride] ?? 0));
  const rate = errorRate(own.map(errorOf));
  const others = Array.from({ length: players }, (_, other) => other).filter((other) => other !== seat);
  return {
    result: chances.curve.at(-1)?.[seat] ?? 0, even: Math.floor(chances.whole / players),
    luck: LUCK.reduce((sum, kind) => sum + part(chances, seat, kind), 0), own_play: part(chances, seat, "play", [seat]),
    others_play: part(chances, seat, "play", others), decisions: own.length, accuracy: found === null ? null : rounded(found, 1),
    error_rate: rate === null ? null : rounded(rate, 2), level: rate === null ? null : levelOf(coaching, rate),
  };
}

function positionShown({ curve, errors, whole }: Chances, steps: Stride[], place: number): Analysis["curve"][number] {
  const moves = place ? Math.max(...(steps[place - 1]?.turns ?? []).map(({ move }) => move)) : 0;
  const band = (errors[place] ?? []).map((error) => share((Z95 * error) / whole));
  return { moves, shares: (curve[place] ?? []).map((units) => share(units / whole)), band };
}

function changeShown(steps: Stride[], { kind, stride, seat, amounts }: Change): TurningPoint {
  const turns = (steps[stride]?.turns ?? []).filter((turn) => seat === -1 || turn.seat === seat);
  return { moves: turns.map(({ move }) => move), kind, seat: seat < 0 ? null : seat, amounts };
}

function decisionShown(court: Court, { verdict, reason, unknown }: Decided): AnalysedDecision {
  const { turn, best, loss, expected } = verdict;
  return {
    move: turn.move, seat: turn.seat, played: turn.text, best: best.text, error: share(errorOf(verdict)),
    interval: [share(Math.max(0, loss.low)), share(Math.max(0, loss.high))], name: nameOf(court, verdict),
    expected: expected.map(([move, value]) => ({ move, share: share(value) })), why: reason,
    could_not_know: unknown && {
      better: unknown.better, lost: share(unknown.loss.value), interval: [share(unknown.loss.low), share(unknown.loss.high)],
    },
  };
}
