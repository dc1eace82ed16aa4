// Many links and folds, one stop for Tab: the arrow keys walk among them, Home and End go to the first and the last.

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowUp: (at) => Math.max(0, at - 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Tab stops at the last link of the list, until another one was walked to. */
export function roving(list: HTMLElement): () => void {
  const links = () => [...list.querySelectorAll<HTMLElement>("a, summary")].filter((each) => each.checkVisibility());
  const settle = (stop: HTMLElement | undefined) => {
    list.querySelectorAll<HTMLElement>(':is(a, summary)[tabindex="0"]').forEach((link) => (link.tabIndex = -1));
    if (stop) stop.tabIndex = 0;
  };
  const walk = (event: KeyboardEvent) => {
    const all = links();
    const next = STEPS[event.key]?.(all.indexOf(event.target as HTMLElement), all.length - 1);
    if (next === undefined || !all.includes(event.target as HTMLElement)) return;
    event.preventDefault();
    settle(all[next]);
    all[next]?.focus();
  };
  const grown = new MutationObserver(() => list.contains(document.activeElement) || settle(links().at(-1)));
  grown.observe(list, { childList: true, subtree: true });
  settle(links().at(-1));
  list.addEventListener("keydown", walk);
  return () => {
    grown.disconnect();
    list.removeEventListener("keydown", walk);
  };
}
