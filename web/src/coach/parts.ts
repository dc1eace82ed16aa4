// An analysis in numbers that people read: points of chance, rounded so that they still add up.
import type { Analysis, Seat, Why } from "$/net/messages";
import { language, say, t } from "$/words/words.svelte";

const MUCH = 20; // tenths of a point, from which somebody was lucky or unlucky
const MINUS = "\u2212";
const TENTHS = 1000; // of a point in a victory

/** Amounts in tenths of a point of chance that add up to their rounded sum. */
export function addingUp(amounts: number[], whole: number): number[] {
  const exact = amounts.map((amount) => (TENTHS * amount) / whole);
  const tenths = exact.map(Math.floor);
  const lacking = Math.round(sum(exact)) - sum(tenths);
  const byRest = exact.map((value, place) => ({ place, rest: value - Math.floor(value) })).sort((one, other) => other.rest - one.rest);
  for (const { place } of byRest.slice(0, lacking)) tenths[place] = (tenths[place] ?? 0) + 1;
  return tenths;
}

function sum(values: number[]): number {
  return values.reduce((one, other) => one + other, 0);
}

export interface Sums {
  even: number;
  luck: number;
  own: number;
  others: number;
  result: number;
}

/** What a seat's result is made of, in tenths of a point. */
export function sumsOf({ seats, whole }: Analysis, seat: Seat): Sums {
  const found = seats[seat];
  const amounts = found ? [found.even, found.luck, found.own_play, found.others_play] : [];
  const [even = 0, luck = 0, own = 0, others = 0] = addingUp(amounts, whole);
  return { even, luck, own, others, result: even + luck + own + others };
}

/** Tenths of a point as they are written: "+9.3". */
export function points(tenths: number, { signed = true, digits = 1 } = {}): string {
  const value = Math.abs(tenths) / 10;
  const zero = Number(value.toFixed(digits)) === 0;
  const sign = zero ? "" : tenths < 0 ? MINUS : signed ? "+" : "";
  return sign + value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A share of the victory as points of chance. */
export function ofShare(share: number, signed = false): string {
  return points(Math.round(TENTHS * share), { signed, digits: 0 });
}

/** "Luck gave you 9 points of chance; your own play cost 14; the others’ play gave you 5." `name` is null for whoever reads it. */
export function headline(analysis: Analysis, seat: Seat, name: string | null): string {
  const { luck, own, others } = sumsOf(analysis, seat);
  const part = (what: string, tenths: number) => {
    const how = what === "luck" && Math.abs(tenths) < MUCH ? "even" : tenths < 0 ? "down" : "up";
    const count = points(Math.abs(tenths), { signed: false, digits: 0 });
    return name === null ? t(`coach.you_${what}_${how}`, { count }) : t(`coach.they_${what}_${how}`, { count, name });
  };
  return t("coach.headline", { luck: part("luck", luck), own: part("own", own), others: part("others", others) });
}

/** What decided it for whoever reads it: of the parts that led where it ended, the largest. Null of a shared victory. */
export function verdict(analysis: Analysis, seat: Seat): string | null {
  const { luck, own, others, result } = sumsOf(analysis, seat);
  if (result !== 0 && result !== TENTHS) return null;
  const won = result === TENTHS;
  const largest = Object.entries({ luck, own, others }).sort(([, one], [, other]) => (won ? other - one : one - other))[0];
  const what = largest?.[0] ?? "own";
  return won ? t(`coach.won_by_${what}`) : t(`coach.lost_by_${what}`);
}

/** How much a point of chance is, for whoever reads of them first. */
export function unit(analysis: Analysis, seat: Seat): string {
  return t("coach.unit", { even: points(sumsOf(analysis, seat).even, { signed: false, digits: 0 }) });
}

/** Why a move is better than another one, by where its points come from. */
export function because(game: string, why: Pick<Why, "points" | "parts"> & { others?: number }): string {
  const parts = why.parts.map(({ source, ruling, points: brought }) =>
    t("coach.part", { source: say(game, "sources", source), points: points(Math.round(10 * brought)), ruling }),
  );
  const brings = points(Math.round(10 * why.points));
  const more = why.points > 0;
  const said = parts.length
    ? t(more ? "coach.why" : "coach.why_less", { points: brings, parts: parts.join(", ") })
    : t(more ? "coach.why_alone" : "coach.why_less_alone", { points: brings });
  return why.others === undefined ? said : `${said} ${t("coach.why_others", { points: points(Math.round(10 * why.others)) })}`;
}
