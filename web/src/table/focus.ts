// Who plays with keys is led on: when the control that had the focus is gone, the next thing to do gets it. Who plays on a
// small screen is shown what can be chosen.
import { painted } from "$/ui/yielding";
import { calm } from "$/ui/calm";
import { coverOf } from "$/ui/sight";

const OPEN = ":is([data-move], [data-push]):not([aria-disabled=true], [disabled])";
const MARGIN = 8; // pixels around what is shown
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
  if (withKeys && lost) return table.querySelector<HTMLElement>(OPEN)?.focus();
  for (let n = 0; n < PIECES; n++) await painted(); // what comes later may lie over it
  showWhatIsOpen(table);
}

/** Something open may be scrolled away, or lie under what is fixed at the bottom. No further than needed: the rest is decided with. */
function showWhatIsOpen(table: HTMLElement): void {
  const dock = [...table.querySelectorAll("[data-dock]")].find((each) => getComputedStyle(each).position === "sticky");
  const open = [...table.querySelectorAll<HTMLElement>(OPEN)].filter((each) => each.checkVisibility() && !dock?.contains(each));
  if (open.every((each) => coverOf(each, 0.1) === null && coverOf(each, 0.9) === null)) return;
  const boxes = open.map((each) => each.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top)) - MARGIN - table.getBoundingClientRect().top;
  const floor = dock ? dock.getBoundingClientRect().top : table.getBoundingClientRect().bottom;
  const below = Math.max(...boxes.map((box) => box.bottom)) + MARGIN - floor;
  const by = top < 0 ? top : Math.min(below, top);
  table.scrollBy({ top: by, behavior: calm() ? "auto" : "smooth" });
}
