// What a move would lead to, in words: from what lies open on the table, and from what the server foresees.
import type { StoryEvent, WhatIfMessage } from "$/net/messages";
import { t } from "$/words/words.svelte";
import { type BaliScene, cardName, type Kind, kindOf } from "./model";

/** The card that a take would uncover; null if the row is filled anew, undefined if the move is no take. */
export function uncovered(scene: BaliScene, move: string | null): string | null | undefined {
  const row = /^take (\d)$/.exec(move ?? "")?.[1];
  return row === undefined ? undefined : (scene.view.offer[Number(row) - 1]?.at(-2) ?? null);
}

export function outlook(scene: BaliScene, move: string, foreseen: WhatIfMessage | null): string[] {
  const events = foreseen?.events ?? [];
  const lines = [...atOnce(scene, move), ...events.flatMap((event) => told(scene, move, event))];
  const settled = foreseen?.more || events.some(({ event }) => event === "scored" || event === "ended");
  if (foreseen && !settled && move.startsWith("take")) lines.push(t("bali.then_unscored"));
  if (choiceFollows(events)) lines.push(t("bali.then_choose"));
  // Once the next turn begins, what is not known yet is the next player's affair.
  if (foreseen?.more && !events.some(({ event }) => event === "turn")) lines.push(t("bali.then_more"));
  return lines;
}

/** A scoring of shrines that is not over with it: those who have some are asked. */
function choiceFollows(events: StoryEvent[]): boolean {
  return events.at(-1)?.event === "scored" && events.at(-1)?.kind === "shrine";
}

/** What one can see without asking. */
function atOnce(scene: BaliScene, move: string): string[] {
  const shown = uncovered(scene, move);
  if (shown === null) return [t("bali.then_refill")];
  if (shown !== undefined) return [t("bali.then_uncovers", { card: cardName(shown) })];
  const bought = /^buy (\w+)$/.exec(move)?.[1];
  const has = scene.view.seats[scene.eyes ?? 0];
  return bought && has ? [paying(has.stone, has.prices[bought as keyof typeof has.prices])] : [];
}

function paying(stone: number, price: number): string {
  return t("bali.then_pays", { n: price, left: stone - price });
}

/** What cards of a kind are good for: how one stands with them then, and which row would score them. */
function brings(scene: BaliScene, kind: Kind, count: number): string[] {
  const has = (seat: number) => scene.view.seats[seat]?.front[kind] ?? 0;
  const you = scene.eyes ?? 0;
  const own = has(you) + count;
  const others = scene.view.seats.map((_, seat) => seat).filter((seat) => seat !== you);
  const best = Math.max(...others.map(has));
  const card = cardName(kind);
  const stand = own > best ? "lead" : own === best ? "level" : "behind";
  const rows = scene.view.offer.flatMap((row, r) => (row.at(-2) === kind && scene.view.demon !== r + 1 ? [r + 1] : []));
  const lines = [t(`bali.brings_${stand}`, { card, n: own, most: best })];
  return rows.length ? [...lines, t("bali.brings_row", { row: rows.join(", "), card })] : lines;
}

function told(scene: BaliScene, move: string, event: StoryEvent): string[] {
  const stone = scene.view.seats[event.seat]?.stone ?? 0;
  switch (event.event) {
    case "played":
      if (!move.startsWith("play") || event.seat !== scene.eyes) return [];
      return [
        ...(Number(event.price) ? [paying(stone, Number(event.price))] : []),
        ...brings(scene, kindOf(String(event.kind)), Number(event.count)),
      ];
    case "demon_moved":
      return [t("bali.then_demon", { row: Number(event.row) })];
    case "gave":
    case "gifted":
    case "added":
      return event.seat === scene.eyes ? [t(`bali.then_${event.event}`)] : [];
    case "looked":
      return [t("bali.then_looked", { n: Number(event.count) })];
    case "scored":
      if (uncovered(scene, move)) return [t("bali.then_scored")];
      return [t("bali.then_scores", { card: cardName(kindOf(String(event.kind))) })];
    case "ended":
      return [t("bali.then_ended")];
    default:
      return [];
  }
}
