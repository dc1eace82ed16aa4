// Places on the table by name: elements with `data-at`. Things fly from one to another.

const ARRIVING = "data-arriving"; // unseen until what flies there has arrived

export function anchor(name: string): Element | null {
  return document.querySelector(`[data-at="${CSS.escape(name)}"]`);
}

/** Where an anchor is on the screen; null if it is not to be seen. */
export function place(name: string): DOMRect | null {
  const found = anchor(name)?.getBoundingClientRect();
  return found && found.width + found.height > 0 ? found : null;
}

export function conceal(name: string | undefined): void {
  if (name !== undefined) anchor(name)?.setAttribute(ARRIVING, "");
}

export function reveal(name: string): void {
  anchor(name)?.removeAttribute(ARRIVING);
}

/** Anchors may have been renamed while something flew to them: what is marked counts. */
export function revealAll(): void {
  document.querySelectorAll(`[${ARRIVING}]`).forEach((node) => node.removeAttribute(ARRIVING));
}
