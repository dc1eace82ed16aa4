// Whether a thing can be seen where it is, or something else lies over it.

/** What lies over a thing, so far down its middle; null if nothing does. */
export function coverOf(thing: Element, down: number): Element | null {
  const { left, top, width, height } = thing.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height * down);
  return there && (there.contains(thing) || thing.contains(there)) ? null : (there ?? document.body);
}

export function isInSight(thing: Element): boolean {
  return coverOf(thing, 0.5) === null;
}
