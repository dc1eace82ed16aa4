// What can be done with a key at every table. A key does nothing while one writes, or while something lies above the table.
import { prefs } from "$/state/prefs.svelte";
import type { Live } from "./live.svelte";
import type { Panels } from "./panels.svelte";

export interface Keys {
  [key: string]: () => void;
}

export function keysOf(live: Live, panels: Panels): Keys {
  return {
    u: () => void live.try(() => live.session.do({ type: "undo" })),
    h: () => void live.askForHint(),
    m: () => (panels.open = "move"),
    l: () => panels.show("story"),
    c: () => panels.show("chat"),
    p: () => panels.show("people"),
    r: () => document.getElementById("reactions")?.showPopover(),
    "?": () => (panels.open = "help"),
    ...(live.director.moving ? { " ": live.hurry } : {}), // it scrolls a table at rest
    Escape: () => (live.advice ? live.dropHint() : live.director.skip()),
  };
}

/** Those that are shown, in this order; the words say what they do. */
export const SHOWN = ["u", "h", "m", "l", "c", "p", "r", "?", " ", "Escape"];

/** Whether a key is a character: those can be switched off, for they are also spoken and hit by accident. */
export function isSingle(key: string): boolean {
  return key.length === 1;
}

export function listen(keys: Keys): () => void {
  const press = (event: KeyboardEvent) => {
    const act = prefs.keys || !isSingle(event.key) ? keys[event.key] : undefined;
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target)) return;
    if (event.key === " " && (event.target as Element).closest("button, a, summary, label")) return; // there it presses
    event.preventDefault();
    act();
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}

function isBusy(target: EventTarget | null): boolean {
  const writes = target instanceof Element && target.closest("input:not([type=radio], [type=checkbox]), textarea, select") !== null;
  return writes || document.querySelector("dialog[open], :popover-open") !== null;
}
