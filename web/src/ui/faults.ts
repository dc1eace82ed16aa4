// A refusal in the reader's language: why a move is not open in the game's own words, everything else in ours.
import type { Fault } from "$/net/messages";
import { has, knows, say, t } from "$/words/words.svelte";

export function faultText(fault: Fault, game = ""): string {
  if (fault.reason && knows(game, "reasons", fault.reason)) return say(game, "reasons", fault.reason, fault.values);
  const key = `ui.fault_${fault.code}`;
  return has(key) ? t(key, { seconds: fault.retry_after ?? 0 }) : fault.message;
}
