// The one thing to do now, in a sentence that names it; or whom everybody waits for, and what for.
import { t } from "$/words/words.svelte";
import { listed } from "../telling";
import { type BaliScene, type Phase } from "./model";

export const PARTS = ["buy", "play", "sacrifice", "take", "score"] as const;

const PART_OF: Partial<Record<Phase, number>> = {
  buy: 0, play: 1, give: 2, add: 2, take: 3, oracle: 3, keep: 3, reward: 4, pick: 4,
};

/** Where the turn stands: the index of its part, or none before and after the game. */
export function partOf(phase: Phase): number | undefined {
  return PART_OF[phase];
}

export function asking(scene: BaliScene): string {
  if (scene.result) return ending(scene);
  if (scene.view.phase === "over") return t("bali.reckoning_altar");
  return scene.menu && scene.eyes !== null ? toDo(scene, scene.eyes) : waiting(scene);
}

function toDo({ view, people }: BaliScene, eyes: number): string {
  const builder = people[view.turn]?.name ?? "";
  if (view.phase === "give" && view.turn === eyes) return t("bali.do_give_hidden");
  if (view.phase === "give") return t("bali.do_give_open", { name: builder });
  if (view.phase !== "take") return t(`bali.do_${view.phase}`);
  const n = view.seats[eyes]?.room ?? 0;
  return view.demon === null ? t("bali.do_take", { n }) : t("bali.do_take_demon", { n });
}

function waiting({ view, people, waiting: awaited }: BaliScene): string {
  return awaited.length ? t(`bali.wait_${view.phase}`, { name: listed(people, awaited) }) : "";
}

function ending({ people, result }: BaliScene): string {
  const winners = result?.winners ?? [];
  const points = result?.points[winners[0] ?? 0] ?? 0;
  return t("bali.over", { n: winners.length, names: listed(people, winners), points });
}
