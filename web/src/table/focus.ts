// Who plays with keys is led on: when the control that had the focus is gone, the next thing to do gets it. Who plays on a
// small screen is shown what can be chosen.

const OPEN = '[data-move]:not([aria-disabled="true"], [disabled])';
const WALKING = ["Tab", "Enter", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
let withKeys = false;

addEventListener("keydown", ({ key }) => {
  if (WALKING.includes(key)) withKeys = true;
});
addEventListener("pointerdown", () => {
  withKeys = false;
});

export function leadOn(table: HTMLElement): void {
  const lost = document.activeElement === document.body || document.activeElement === table;
  if (withKeys && lost) table.querySelector<HTMLElement>(OPEN)?.focus();
  else showWhatIsOpen(table);
}

/** Something open may be scrolled away, or lie under what is fixed at the bottom. */
function showWhatIsOpen(table: HTMLElement): void {
  const hidden = [...table.querySelectorAll<HTMLElement>(OPEN)].find((each) => each.checkVisibility() && !isInSight(each));
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  hidden?.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
}

function isInSight(control: HTMLElement): boolean {
  const { x, y, width, height } = control.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return there !== null && (control.contains(there) || there.contains(control));
}
