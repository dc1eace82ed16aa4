// Why a move was worse (`pasar.coach.why`): it and the better one in the same worlds, compared by where the points come from.
import type { Why } from "$/net/messages";
import type { State } from "../kernel";
import { type Court, KNOWN } from "./court";
import { type Candidate, type Verdict } from "./decisions";
import { Estimate, mean, rounded } from "./sums";

const EXPLAINING = 3; // a question with worlds of its own
const DIGITS = 2;

export function why(court: Court, state: State, verdict: Verdict, played: Candidate): Why {
  const { seat } = verdict.turn;
  const { budget, bars, rulings } = court.coaching;
  const seed = court.seedFor(EXPLAINING, verdict.stride, seat);
  const [best = [], other = []] = court.parts(state, KNOWN, [verdict.best.line, played.line], budget.doubt, { seat, seed });
  const more = best.map((world, w) => world.map((row, s) => row.map((points, k) => points - (other[w]?.[s]?.[k] ?? 0))));
  const parts = court.kernel.manifest.sources
    .map((source, k) => ({ source, ruling: rulings[source] ?? "", points: Estimate.of(more.map((world) => world[seat]?.[k] ?? 0)) }))
    .filter(({ points }) => Math.abs(points.value) >= bars.matters && !(points.low < 0 && points.high > 0))
    .sort((one, another) => Math.abs(another.points.value) - Math.abs(one.points.value));
  const sums = more.map((world) => world.map((row) => row.reduce((sum, points) => sum + points, 0)));
  const own = Estimate.of(sums.map((world) => world[seat] ?? 0));
  const others = mean(sums.map((world) => mean(world.filter((_, each) => each !== seat))));
  return {
    points: rounded(own.value, DIGITS), interval: [rounded(own.low, DIGITS), rounded(own.high, DIGITS)],
    parts: parts.map(({ points, ...each }) => ({ ...each, points: rounded(points.value, DIGITS) })), others: rounded(others, DIGITS),
  };
}
