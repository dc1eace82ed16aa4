// How well somebody played, as numbers and names (`pasar.coach.scale`): Lichess' accuracy, and the error a decision.
import type { Coaching } from "./bars";

/** Of one move that lost this share of the victory, from 0 to 100. */
export function accuracy({ scale }: Coaching, lost: number): number {
  return Math.min(100, Math.max(0, scale.height * Math.exp(-scale.steepness * 100 * lost) - scale.depth));
}

/** How much each step of a game counts: as much as the chances (from 0 to 1) moved around it. */
export function weights({ scale }: Coaching, curve: number[]): number[] {
  const size = Math.min(scale.longest, Math.max(scale.shortest, Math.floor(curve.length / scale.windows)));
  const percent = curve.map((share) => 100 * share);
  const windows = percent.slice(0, -1).map((_, place) => percent.slice(Math.max(0, place - size + 2), place + 2));
  return windows.map((window) => Math.min(scale.most_weight, Math.max(scale.least_weight, deviation(window))));
}

function deviation(values: number[]): number {
  const middle = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / values.length);
}

/** Of one seat: halfway between the mean weighted by volatility and the harmonic mean; null without decisions. */
export function gameAccuracy({ scale }: Coaching, accuracies: number[], weighing: number[]): number | null {
  if (!accuracies.length) return null;
  const weighted = sum(accuracies.map((each, k) => each * (weighing[k] ?? 0))) / sum(weighing);
  const harmonic = accuracies.length / sum(accuracies.map((each) => 1 / Math.max(scale.least_accuracy, each)));
  return (weighted + harmonic) / 2;
}

/** Points of chance lost a decision. */
export function errorRate(errors: number[]): number | null {
  return errors.length ? 100 * Math.max(0, sum(errors) / errors.length) : null;
}

export function levelOf({ levels }: Coaching, rate: number): string {
  return levels.find(([, bar]) => bar === null || rate <= bar)?.[0] ?? "";
}

function sum(values: number[]): number {
  return values.reduce((one, other) => one + other, 0);
}
