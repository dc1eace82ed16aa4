// How a game ended: for whom, by how much, and what decided it.
import type { Person } from "$/games/contract";
import { placeOf, rivalOf } from "$/games/places";
import { listed, reader } from "$/games/telling";
import type { Result, Seat } from "$/net/messages";
import { t } from "$/words/words.svelte";

export function winnerText(people: Person[], { winners, points }: Result): string {
  const best = points[winners[0] ?? 0] ?? 0;
  return t(winners.length === 1 ? "table.wins" : "table.share_win", { names: listed(people, winners), points: best });
}

/** How it ended for whoever reads; for those who only look on, who won. */
export function endingText(people: Person[], result: Result): string {
  const you = reader(people);
  if (you === undefined) return winnerText(people, result);
  const { winners } = result;
  const rivals = winners.filter((seat) => seat !== you);
  if (winners.includes(you) && rivals.length) return t("table.you_share", { names: listed(people, rivals) });
  const [place, other] = [placeOf(you, result), rivalOf(you, result)];
  const n = Math.abs((result.points[you] ?? 0) - (result.points[other] ?? 0));
  const name = people[other]?.name ?? "";
  if (place === 1) return n ? t("table.you_win_by", { n, name }) : t("table.you_win_even", { name });
  const called = t(`table.place_${place}`);
  return n ? t("table.you_came", { place: called, n, name }) : t("table.you_came_even", { place: called, name });
}

export interface Deciding {
  winner: Seat;
  other: Seat;
  /** A part of the breakdown. */
  part: string;
  points: number;
  more: number;
}

/** In which part of the score whoever won gained most on whom we compare with; null where nobody was ahead in anything. */
export function deciding(people: Person[], result: Result): Deciding | null {
  const winner = result.winners[0] ?? 0;
  const you = reader(people);
  const other = you !== undefined && !result.winners.includes(you) ? you : rivalOf(winner, result);
  const [of, against] = [result.breakdown[winner] ?? {}, result.breakdown[other] ?? {}];
  const parts = Object.keys(of).map((part) => ({ part, points: of[part] ?? 0, more: (of[part] ?? 0) - (against[part] ?? 0) }));
  const best = parts.toSorted((one, two) => two.more - one.more)[0];
  return best && best.more > 0 ? { winner, other, ...best } : null;
}

/** The move from which on nobody caught up with whoever won; 0 if nobody was ever level. */
export function turningPoint(points: number[][], winner: Seat): number {
  const behind = points.findLastIndex((each) => each.some((value, seat) => seat !== winner && value >= (each[winner] ?? 0)));
  return behind + 1 < points.length ? behind + 1 : 0;
}
