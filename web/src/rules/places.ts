// Places in a long text: going to one, and finding the same one again when the text has changed under the reader.

const LIT = "lit";
const UNDER_BAR = 96; // pixels at the top that other things may cover

/** Shows the place and lights up what belongs to it. */
export function reveal(text: HTMLElement, id: string): void {
  const place = text.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  const lit = place?.closest("p, li, h2, h3");
  if (!place || !lit) return;
  text.querySelectorAll(`.${LIT}`).forEach((node) => node.classList.remove(LIT));
  lit.classList.add(LIT);
  lit.scrollIntoView({ block: lit.tagName.startsWith("H") ? "start" : "center" });
}

export interface Held {
  id: string;
  top: number;
}

/** The first place that is in sight, and where on the screen it is. */
export function hold(text: HTMLElement): Held | null {
  for (const place of text.querySelectorAll<HTMLElement>("[id]")) {
    const { top } = place.getBoundingClientRect();
    if (top >= UNDER_BAR && top < innerHeight) return { id: place.id, top };
  }
  return null;
}

/** Scrolls so that the place is where it was. */
export function holdAgain(text: HTMLElement, held: Held | null): void {
  const place = held && text.querySelector<HTMLElement>(`#${CSS.escape(held.id)}`);
  if (place) scrollBy({ top: place.getBoundingClientRect().top - held.top, behavior: "instant" });
}

/** The chapter that is being read. */
export function chapterInSight(text: HTMLElement): string {
  const shown = [...text.querySelectorAll<HTMLElement>("h2")].filter((head) => head.offsetParent !== null);
  const begun = shown.filter((head) => head.getBoundingClientRect().top < innerHeight / 3);
  return begun.at(-1)?.id ?? "";
}
