// The things that a lesson speaks of, and how to bring them into sight.
import { coverOf } from "$/ui/sight";

/** The things at a place; `row-2-*` is everything whose name begins like that. */
export function anchorsOf(name: string): Element[] {
  const wanted = name.endsWith("*") ? `[data-at^="${CSS.escape(name.slice(0, -1))}"]` : `[data-at="${CSS.escape(name)}"]`;
  return [...document.querySelectorAll(wanted)].filter((node) => node.getBoundingClientRect().width > 0);
}

/** Scrolls, and scrolls on if the thing has come to lie under what is fixed to the edge of the table. */
export function bringIntoSight(thing: Element): void {
  thing.scrollIntoView({ block: "nearest" });
  const edge = fixed(coverOf(thing, 0.95));
  if (edge) scrollerOf(thing)?.scrollBy(0, thing.getBoundingClientRect().bottom - edge.getBoundingClientRect().top + 12);
}

function fixed(node: Element | null): Element | null {
  for (let each = node; each; each = each.parentElement) if (getComputedStyle(each).position === "sticky") return each;
  return null;
}

function scrollerOf(node: Element): Element | null {
  for (let each = node.parentElement; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return null;
}
