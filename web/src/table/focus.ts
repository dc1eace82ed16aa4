// Who plays with keys is led on: when the control that had the focus is gone, the next thing to do gets it.

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
  if (withKeys && lost) table.querySelector<HTMLElement>('[data-move]:not([aria-disabled="true"], [disabled])')?.focus();
}
