// Who plays with keys is led on: when the control that had the focus is gone, the next thing to do gets it. Who plays on a
// small screen is shown what can be chosen.
import { painted } from "$/ui/breath";
import { calm } from "$/ui/calm";
import { isInSight } from "$/ui/sight";

const OPEN = ":is([data-move], [data-push]):not([aria-disabled=true], [disabled])";
const PIECES = 5; // in which a table may come, a frame each
const WALKING = ["Tab", "Enter", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
let withKeys = false;

addEventListener("keydown", ({ key }) => {
  if (WALKING.includes(key)) withKeys = true;
});
addEventListener("pointerdown", () => {
  withKeys = false;
});

export async function leadOn(table: HTMLElement): Promise<void> {
  for (let n = 0; n < PIECES && !table.querySelector(OPEN); n++) await painted();
  const lost = document.activeElement === document.body || document.activeElement === table;
  if (withKeys && lost) table.querySelector<HTMLElement>(OPEN)?.focus();
  else showWhatIsOpen(table);
}

/** Something open may be scrolled away, or lie under what is fixed at the bottom. */
function showWhatIsOpen(table: HTMLElement): void {
  const hidden = [...table.querySelectorAll<HTMLElement>(OPEN)].find((each) => each.checkVisibility() && !isInSight(each));
  hidden?.scrollIntoView({ block: "center", behavior: calm() ? "auto" : "smooth" });
}
