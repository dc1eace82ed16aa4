// Drawings as symbols: each is in the page once and shown as often as wanted with <Art name="bali/mason" />, and
// follows the theme because its colours are our variables.

const PLACE = "art-sprite";

/** Puts the drawings of a folder (path -> SVG text, from import.meta.glob) into the page under `folder/name`. */
export function addDrawings(folder: string, files: Record<string, string>): void {
  const sprite = sheet();
  for (const [path, text] of Object.entries(files)) {
    const id = symbolId(`${folder}/${path.split("/").at(-1)?.replace(/\.svg$/, "") ?? ""}`);
    if (!document.getElementById(id)) sprite.append(symbol(id, text));
  }
}

export function symbolId(name: string): string {
  return `art-${name.replaceAll("/", "-")}`;
}

function sheet(): Element {
  const there = document.getElementById(PLACE);
  if (there) return there;
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.id = PLACE;
  made.setAttribute("aria-hidden", "true");
  document.body.prepend(made);
  return made;
}

function symbol(id: string, text: string): Element {
  const drawing = new DOMParser().parseFromString(scoped(id, text), "image/svg+xml").documentElement;
  const made = document.createElementNS("http://www.w3.org/2000/svg", "symbol");
  made.id = id;
  for (const kept of ["viewBox", "preserveAspectRatio", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"]) {
    const value = drawing.getAttribute(kept);
    if (value !== null) made.setAttribute(kept, value);
  }
  drawing.querySelector("title")?.remove(); // names are given where a drawing is shown, in the reader's language
  made.append(...drawing.childNodes);
  return made;
}

/** Two drawings may both have a pattern called "p". */
function scoped(id: string, text: string): string {
  return text.replace(/\bid="([^"]+)"/g, `id="${id}-$1"`).replace(/url\(#([^)]+)\)/g, `url(#${id}-$1)`);
}
