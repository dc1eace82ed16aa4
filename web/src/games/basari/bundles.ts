// Gems in writing: as a move has them ("r2b1"), as the story has them, and as people say them.
import type { Build, StoryEvent } from "$/net/messages";
import { name } from "$/words/words.svelte";
import { GEMS, type Bundle, type Gem } from "./view";

export function count(bundle: Bundle, gem: Gem): number {
  return bundle[gem] ?? 0;
}

export function total(bundle: Bundle): number {
  return GEMS.reduce((sum, gem) => sum + count(bundle, gem), 0);
}

/** The colours that are there, each with its number. */
export function parts(bundle: Bundle): { gem: Gem; n: number }[] {
  return GEMS.map((gem) => ({ gem, n: count(bundle, gem) })).filter(({ n }) => n > 0);
}

export function inWords(bundle: Bundle): string {
  return parts(bundle).map(({ gem, n }) => `${n} ${name("basari", gem)}`).join(", ");
}

export function moveOf(word: string, bundle: Bundle): string {
  return `${word} ${parts(bundle).map(({ gem, n }) => `${gem}${n}`).join("")}`;
}

/** The gems that a move names: of "bid r2b1" two red ones and a blue one. */
export function ofMove(move: string): Bundle {
  const found = move.matchAll(/([rygb])(\d+)/g);
  return Object.fromEntries([...found].map(([, gem, n]) => [gem, Number(n)]));
}

/** The gems of an event of the story. */
export function ofEvent(value: StoryEvent[string]): Bundle {
  return Array.isArray(value) ? Object.fromEntries(value.map(([n, gem]) => [gem, n])) : {};
}

/** How a bundle stands to the bid that is to be beaten, as the server's description of open bids has it. */
export type Verdict = "none" | "few" | "low" | "more" | "higher";

export function verdict(build: Build, bundle: Bundle): Verdict {
  const size = total(bundle);
  if (size === 0) return "none";
  if (size > total(build.beats)) return "more";
  if (size < needed(build)) return "few";
  const differs = GEMS.find((gem) => count(bundle, gem) !== count(build.beats, gem));
  return differs && size === total(build.beats) && count(bundle, differs) > count(build.beats, differs) ? "higher" : "low";
}

export function beats(found: Verdict): boolean {
  return found === "more" || found === "higher";
}

/** The fewest gems that can beat the standing bid. */
export function needed(build: Build): number {
  return total(ofMove(build.least));
}
