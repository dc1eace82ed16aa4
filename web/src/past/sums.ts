// What many finished games come to: how often won, which places, how many points, streaks, and games worth another look.
import { placeOf, rivalOf } from "$/games/places";
import type { FinishedGame } from "$/net/messages";

/** A game in which one played one seat. Who played several of them won and lost at once. */
export interface Played extends FinishedGame {
  place: number;
  own: number;
  /** How far ahead of the best of the others; below zero, how far behind whoever won. */
  margin: number;
  /** Of the bots, if all were of one; else "people" or "mixed". */
  level: string;
}

export interface Sum {
  games: number;
  won: number;
  place: number;
  points: number;
}

export const PEOPLE = "people";
export const MIXED = "mixed";

export function asPlayed(game: FinishedGame): Played | null {
  const [seat, ...more] = game.yours;
  if (seat === undefined || more.length) return null;
  const own = game.points[seat] ?? 0;
  const margin = own - (game.points[rivalOf(seat, game)] ?? 0);
  return { ...game, place: placeOf(seat, game), own, margin, level: levelOf(game, seat) };
}

function levelOf({ bots }: FinishedGame, own: number): string {
  const others = new Set(bots.filter((_, seat) => seat !== own));
  if (others.has(null)) return PEOPLE;
  const [level] = others;
  return others.size === 1 && level ? level : MIXED;
}

export function sumOf(games: Played[]): Sum {
  const mean = (of: (game: Played) => number) => games.reduce((sum, game) => sum + of(game), 0) / Math.max(1, games.length);
  return { games: games.length, won: games.filter(isWon).length, place: mean(({ place }) => place), points: mean(({ own }) => own) };
}

export const isWon = ({ place }: Played): boolean => place === 1;

/** The games in groups, each with its sum; in the order of what they are grouped by. */
export function sumsBy(games: Played[], key: (game: Played) => string): [string, Sum][] {
  const groups = new Map<string, Played[]>();
  for (const game of games) {
    const group = groups.get(key(game));
    if (group) group.push(game);
    else groups.set(key(game), [game]);
  }
  return [...groups].map(([name, group]): [string, Sum] => [name, sumOf(group)]).sort(([one], [other]) => one.localeCompare(other));
}

/** How many games took each place, the first place first. */
export function placesOf(games: Played[]): number[] {
  const last = Math.max(0, ...games.map(({ bots }) => bots.length));
  return Array.from({ length: last }, (_, k) => games.filter(({ place }) => place === k + 1).length);
}

/** Wins in a row: up to the last game, and most ever. `games` has the last one first. */
export function streaksOf(games: Played[]): { now: number; longest: number } {
  const lost = games.findIndex((game) => !isWon(game));
  let [longest, run] = [0, 0];
  for (const game of games) longest = Math.max(longest, (run = isWon(game) ? run + 1 : 0));
  return { now: lost < 0 ? games.length : lost, longest };
}

/** The one with most points, and the one that was decided by least; of several the last. */
export function notable(games: Played[]): { best: Played; closest: Played } | null {
  const [first, ...others] = games;
  if (!first) return null;
  const best = others.reduce((one, other) => (other.own > one.own ? other : one), first);
  const closest = others.reduce((one, other) => (Math.abs(other.margin) < Math.abs(one.margin) ? other : one), first);
  return { best, closest };
}

/** The share of wins among each `span` games in a row, from the first to the last: at most `most` of them, evenly. */
export function courseOf(games: Played[], span: number, most: number): number[] {
  const won = games.toReversed().map((game) => Number(isWon(game)));
  const shares: number[] = [];
  let sum = 0;
  won.forEach((each, place) => {
    sum += each - (won[place - span] ?? 0);
    if (place >= span - 1) shares.push(sum / span);
  });
  const every = Math.max(1, Math.ceil(shares.length / most));
  return shares.filter((_, place) => (shares.length - 1 - place) % every === 0);
}
