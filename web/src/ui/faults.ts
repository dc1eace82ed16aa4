// A refusal in the reader's language: why a move is not open in the game's own words, everything else in ours.
import { Refusal } from "$/net/api";
import type { Fault } from "$/net/messages";
import { has, knows, say, t } from "$/words/words.svelte";

export function faultText(fault: Fault, game = ""): string {
  if (fault.reason && knows(game, "reasons", fault.reason)) return say(game, "reasons", fault.reason, fault.values);
  const key = `ui.fault_${fault.code}`;
  return has(key) ? t(key, { seconds: fault.retry_after ?? 0, message: fault.message }) : fault.message;
}

/** What was caught, in words; whatever is no refusal is a mistake of ours and is not hidden. */
export function caughtText(caught: unknown, game = ""): string {
  if (caught instanceof Refusal) return faultText(caught.fault, game);
  throw caught;
}

/** The same beside a name's field: a text that is far too long is refused before anybody looks whether it is a name. */
export function nameFaultText(caught: unknown, code = "bad_name"): string {
  const tooLong = caught instanceof Refusal && ["bad_request", "bad_message", "too_large"].includes(caught.code);
  return tooLong ? t(`ui.fault_${code}`) : caughtText(caught);
}
