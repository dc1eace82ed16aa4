import { expect, test } from "vitest";
import type { FinishedGame } from "$/net/messages";
import { asPlayed, courseOf, notable, type Played, placesOf, streaksOf, sumOf, sumsBy } from "$/past/sums";

let number = 0;
function game(points: number[], winners: number[], more: Partial<FinishedGame> = {}): FinishedGame {
  const bots = points.map((_, seat) => (seat ? "easy" : null));
  return { table: String(++number), game: "one", ended_at: number, switches: [], bots, yours: [0], points, winners, ...more };
}
const played = (...games: FinishedGame[]): Played[] => games.map(asPlayed).filter((each) => each !== null);
const [WON, LOST] = [game([9, 3], [0]), game([3, 9], [1])];

test.each([
  [[40, 43, 20], [1], 2, -3],
  [[43, 43, 20], [0], 1, 0],
  [[43, 43, 20], [1], 2, 0],
  [[20, 43, 30], [1], 3, -23],
])("%j won by %j: place and margin", (points, winners, place, margin) => {
  expect(asPlayed(game(points, winners))).toMatchObject({ place, margin });
});

test("who played several seats won and lost at once, which is counted nowhere", () => {
  expect(asPlayed(game([1, 2], [1], { yours: [0, 1] }))).toBeNull();
});

test("opponents are of a level, of several, or people", () => {
  const against = (...bots: (string | null)[]) => asPlayed(game([1, 2, 3], [2], { bots: [null, ...bots] }))?.level;
  expect([against("easy", "easy"), against("easy", "hard"), against("easy", null)]).toEqual(["easy", "mixed", "people"]);
});

test("sums, places and streaks", () => {
  const games = played(WON, WON, LOST, WON, WON, WON, LOST);
  expect(sumOf(games)).toEqual({ games: 7, won: 5, place: 9 / 7, points: 51 / 7 });
  expect(placesOf(games)).toEqual([5, 2]);
  expect(streaksOf(games)).toEqual({ now: 2, longest: 3 });
  const bySize = sumsBy([...games, ...played(game([1, 2, 3], [2]))], ({ bots }) => String(bots.length));
  expect(bySize.map(([key, sum]) => [key, sum.games])).toEqual([["2", 7], ["3", 1]]);
});

test("the best and the closest, of several the last", () => {
  const [last, close, first] = [game([9, 3], [0]), game([4, 5], [1]), game([9, 8], [0])];
  expect(notable(played(last, close, first))).toMatchObject({ best: { table: last.table }, closest: { table: close.table } });
  expect(notable([])).toBeNull();
});

test("the course of wins goes from the first game to the last", () => {
  expect(courseOf(played(WON, WON, LOST, LOST), 2, 10)).toEqual([0, 0.5, 1]);
  expect(courseOf(played(...Array.from({ length: 5000 }, () => WON)), 20, 240).length).toBeLessThanOrEqual(240);
});
