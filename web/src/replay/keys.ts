// Steering by keyboard, from wherever one is on the page, except where keys are for writing or choosing.
import type { Player } from "./player.svelte";

const WRITING = "select, textarea, dialog, [contenteditable], input:not([type=range])";
const PRESSING = "button, a, summary"; // the space bar belongs to them

export function steer(event: KeyboardEvent, player: Player): void {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(WRITING)) return;
  if (event.key === " " && target.closest(PRESSING)) return;
  const act = acts(player)[`${event.shiftKey ? "Shift+" : ""}${event.key}`];
  if (!act) return;
  event.preventDefault();
  if (event.key !== " ") player.pause();
  act();
}

function acts(player: Player): Record<string, () => void> {
  return {
    " ": () => player.toggle(),
    ArrowRight: () => player.step(1),
    ArrowLeft: () => player.step(-1),
    "Shift+ArrowRight": () => player.turn(1),
    "Shift+ArrowLeft": () => player.turn(-1),
    Home: () => player.seek(0),
    End: () => player.seek(player.last),
  };
}
