// A decision is made once: neither a double click nor a key that is held down makes the next one as well.

export function once(table: HTMLElement): () => void {
  table.addEventListener("click", click, true);
  table.addEventListener("keydown", press, true);
  return () => {
    table.removeEventListener("click", click, true);
    table.removeEventListener("keydown", press, true);
  };
}

function click(event: MouseEvent): void {
  const byMouse = (event as Partial<PointerEvent>).pointerType === "mouse"; // a finger's second tap is meant
  if (byMouse && event.detail > 1 && decides(event)) event.stopPropagation();
}

function press(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter" && decides(event)) event.preventDefault();
}

function decides({ target }: Event): boolean {
  return target instanceof Element && target.closest("[data-move]") !== null;
}
