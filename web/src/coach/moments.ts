// Where a game turned and what could have been better, in the order in which it happened, in words.
import type { GameUi, Person } from "$/games/contract";
import { reader } from "$/games/telling";
import type { Analysis, AnalysedDecision, Seat, TurningPoint } from "$/net/messages";
import { t } from "$/words/words.svelte";
import { because, ofShare, points, addingUp } from "./parts";

export interface Said {
  key: string;
  kind: "turn" | "error" | "unknown";
  /** The frame of the replay in which it is about to happen. */
  frame: number;
  move: number;
  seat: Seat | null;
  /** A word for it, and what there is to say. */
  title: string;
  lines: string[];
  /** The better move. */
  best: string | null;
}

interface Around {
  game: string;
  people: Person[];
  describe: GameUi["describe"];
  /** What a move told, in words. */
  told: (move: number) => string;
}

export function momentsOf(analysis: Analysis, around: Around): Said[] {
  const turns = analysis.turning_points.map((change, k) => turn(analysis, change, k, around));
  const errors = analysis.decisions.filter((each) => each.name).map((each) => error(each, around));
  const unknown = analysis.decisions.filter((each) => !each.name && each.could_not_know).map((each) => unknowable(each, around));
  return [...turns, ...errors, ...unknown].sort((one, other) => one.move - other.move);
}

function turn({ whole }: Analysis, change: TurningPoint, number: number, { people, told }: Around): Said {
  const tenths = addingUp(change.amounts, whole);
  const changes = people.filter(({ seat }) => tenths[seat]).map(({ seat, name }) => `${name} ${points(tenths[seat] ?? 0, { digits: 0 })}`);
  const move = Math.max(0, ...change.moves);
  const what = change.kind === "play" ? told(move) : t(`coach.by_${change.kind}`);
  return {
    key: `turn-${number}`, kind: "turn", frame: move, move, seat: change.seat, title: t("coach.turning_point"),
    lines: [what, changes.join(", ")], best: null,
  };
}

function error({ move, seat, played, best, error: lost, interval, name, why }: AnalysedDecision, { game, people, describe }: Around): Said {
  const [low = 0, high = 0] = interval;
  const values = { name: people[seat]?.name ?? "", played: describe(played), best: describe(best) };
  const better = seat === reader(people) ? t("coach.better_you", values) : t("coach.better", values);
  const cost = t("coach.cost", { lost: ofShare(lost), low: ofShare(low), high: ofShare(high) });
  return {
    key: `error-${move}`, kind: "error", frame: move - 1, move, seat, title: t(`coach.error_${name}`),
    lines: [`${better} ${cost}`, ...(why ? [because(game, why)] : [])], best,
  };
}

function unknowable({ move, seat, played, could_not_know: found }: AnalysedDecision, { people, describe }: Around): Said {
  const best = found?.better ?? null;
  const values = { name: people[seat]?.name ?? "", played: describe(played), best: describe(best ?? ""), lost: ofShare(found?.lost ?? 0) };
  return {
    key: `unknown-${move}`, kind: "unknown", frame: move - 1, move, seat, title: t("coach.unknown"),
    lines: [seat === reader(people) ? t("coach.could_not_know_you", values) : t("coach.could_not_know", values)], best,
  };
}
