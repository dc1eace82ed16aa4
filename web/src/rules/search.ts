// Finding words in a text as people mean them: capitals, accents and the kind of apostrophe do not matter.

export type Span = [start: number, end: number];

/** The words of a question, as they are compared. */
export function terms(question: string): string[] {
  return folded(question).split(" ").filter(Boolean);
}

/** Where the words stand in a text; null unless all of them do. */
export function found(text: string, wanted: string[]): Span[] | null {
  const plain = folded(text);
  const each = wanted.map((term) => places(plain, term));
  return each.some((spans) => spans.length === 0) ? null : each.flat().sort((a, b) => a[0] - b[0]);
}

function places(text: string, term: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    const end = at + term.length;
    // Who asks for B1 does not want B10, and 1 stone is not 12 stone.
    if (!(isDigit(term.at(-1)) && isDigit(text[end])) && !(isDigit(term[0]) && isDigit(text[at - 1]))) spans.push([at, end]);
  }
  return spans;
}

function isDigit(sign: string | undefined): boolean {
  return sign !== undefined && sign >= "0" && sign <= "9";
}

/** Sign by sign, so that a place in what is compared is the same place in the text. */
function folded(text: string): string {
  return Array.from({ length: text.length }, (_, at) => foldedSign(text.charAt(at))).join("");
}

function foldedSign(sign: string): string {
  if (/\s/.test(sign)) return " ";
  if (sign === "’") return "'";
  return sign.normalize("NFD").charAt(0).toLowerCase().charAt(0);
}
