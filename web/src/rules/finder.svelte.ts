// Looks for words in a text on the page: hides what does not have them, marks where they are, and goes from one to the next.
import { found, terms, type Span } from "./search";

const ALL = "rules-found";
const HERE = "rules-here";
const HIDDEN = "data-elsewhere";
const PIECES = "h2, h3, p, li, tbody tr, .plate"; // what is shown or hidden as one

export class Finder {
  question = $state("");
  /** How many places there are, and at which one we are; 0 before the first. */
  count = $state(0);
  at = $state(0);
  private text: HTMLElement | null = null;
  private ranges: Range[] = [];

  /** To be called whenever there is another text. */
  use(text: HTMLElement): void {
    this.text = text;
    this.look(this.question);
  }

  look(question: string): void {
    this.question = question;
    const wanted = terms(question);
    this.ranges = this.text ? filter(this.text, wanted) : [];
    this.count = this.ranges.length;
    this.at = 0;
    this.mark();
  }

  /** To the next place (1) or the one before (-1), round and round. */
  go(step: 1 | -1): void {
    if (!this.count) return;
    this.at = this.at === 0 && step < 0 ? this.count : ((this.at - 1 + step + this.count) % this.count) + 1;
    this.mark();
    this.ranges[this.at - 1]?.startContainer.parentElement?.scrollIntoView({ block: "center" });
  }

  // Marked by the browser itself: the text stays as it is.
  private mark(): void {
    if (!("highlights" in CSS)) return;
    const here = this.ranges[this.at - 1];
    CSS.highlights.set(ALL, new Highlight(...this.ranges));
    CSS.highlights.set(HERE, new Highlight(...(here ? [here] : [])));
  }
}

function filter(text: HTMLElement, wanted: string[]): Range[] {
  text.querySelectorAll(`[${HIDDEN}]`).forEach((node) => node.removeAttribute(HIDDEN));
  if (!wanted.length) return [];
  const ranges = [...text.querySelectorAll<HTMLElement>(PIECES)].flatMap((piece) => {
    const spans = found(piece.textContent, wanted);
    if (!spans) piece.setAttribute(HIDDEN, "");
    return spans ? spans.map((span) => range(piece, span)) : [];
  });
  hideEmptied(text);
  return ranges;
}

/** A list, a table or a heading of which nothing is left goes too. */
function hideEmptied(text: HTMLElement): void {
  const left = `:is(${PIECES}):not([${HIDDEN}])`;
  for (const group of text.querySelectorAll("ul, ol, table")) if (!group.querySelector(left)) group.setAttribute(HIDDEN, "");
  let [inChapter, inPart] = [false, false];
  for (const node of [...text.children].reverse()) {
    const needed = node.matches("h2") ? inChapter : node.matches("h3") && inPart;
    if (needed) node.removeAttribute(HIDDEN);
    if (!node.hasAttribute(HIDDEN)) inChapter = inPart = true;
    if (node.matches("h2, h3")) inPart = false;
    if (node.matches("h2")) inChapter = false;
  }
}

function range(piece: HTMLElement, [start, end]: Span): Range {
  const made = document.createRange();
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
  let passed = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (start >= passed && start < passed + length) made.setStart(node, start - passed);
    if (end > passed && end <= passed + length) made.setEnd(node, end - passed);
    passed += length;
  }
  return made;
}
