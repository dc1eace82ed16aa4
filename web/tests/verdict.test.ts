import { expect, test } from "vitest";
import { verdict } from "$/coach/parts";
import type { Analysis } from "$/net/messages";
import { t } from "$/words/words.svelte";

const [WHOLE, EVEN] = [1000, 500]; // of two
function analysis(luck: number, own: number, others: number): Analysis {
  return { whole: WHOLE, seats: [{ even: EVEN, luck, own_play: own, others_play: others }] } as unknown as Analysis;
}

test.each([
  [-400, -200, 100, "coach.lost_by_luck"],
  [100, -880, 280, "coach.lost_by_own"],
  [-100, 0, -400, "coach.lost_by_others"],
  [301, -100, 299, "coach.won_by_luck"],
  [-100, 350, 250, "coach.won_by_own"],
  [0, -50, 550, "coach.won_by_others"],
])("luck %i, own play %i, others’ play %i", (luck, own, others, said) => {
  expect(verdict(analysis(luck, own, others), 0)).toBe(t(said));
});

test("who shares a victory has neither won nor lost", () => {
  expect(verdict(analysis(-200, 100, 100), 0)).toBeNull();
  expect(verdict(analysis(200, -100, -100), 0)).toBeNull();
});
