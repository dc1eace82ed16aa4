// Drawings as symbols: each is in the page once and shown as often as wanted with <Art name="bali/mason" />, and
// follows the theme because its colours are our variables. Most come into the page when they are first shown: a first table shows
// a third of them, and a slow phone takes long to read them all.
import { idle, painted } from "$/ui/yielding";

const PLACE = "art-sprite"; // nothing in it is styled or laid out
const PATTERNS = "art-patterns"; // as it must be for patterns to be seen
const LATER = 2500; // milliseconds: then a table is there, and what is first shown in the middle of a motion is to be there as well
const SHOWS = /href="#([^"]+)"/g; // another drawing
const KEPT = /\b(viewBox|preserveAspectRatio|fill|stroke(?:-[a-z]+)?)="[^"]*"/g; // attributes that a symbol takes over

/** Symbols that are not in the page yet, by their ids. */
const offered = new Map<string, string>();
const wanted = new Set<string>();
/** Symbols that were shown before they were offered. */
const missed = new Set<string>();

/** Has the drawings of a folder (path -> SVG text, from import.meta.glob) at hand under `folder/name`. */
export function offerDrawings(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    const id = symbolId(`${folder}/${nameOf(path)}`);
    if (!document.getElementById(id)) offered.set(id, text);
    if (missed.delete(id)) want(id);
  }
  setTimeout(() => void idle().then(drawOffered), LATER);
}

/** The address of a drawing. Those that are first shown together come into the page together, a frame after the words around them. */
export function drawing(name: string): string {
  const id = symbolId(name);
  if (offered.has(id)) want(id);
  else missed.add(id);
  return `#${id}`;
}

function want(id: string): void {
  if (!wanted.size) void painted().then(drawWanted);
  wanted.add(id);
}

/** For whoever shows drawings without asking for their addresses. */
export function drawOffered(): void {
  for (const id of offered.keys()) wanted.add(id);
  drawWanted();
}

function drawWanted(): void {
  const symbols: string[] = [];
  for (const id of wanted) { // and what those show, which is found on the way
    const text = offered.get(id);
    if (text === undefined) continue;
    for (const [, other = ""] of text.matchAll(SHOWS)) wanted.add(other);
    symbols.push(symbol(id, text));
    offered.delete(id);
  }
  wanted.clear();
  if (symbols.length) draw(symbols);
}

/** Puts drawings into the page at once. */
export function addDrawings(folder: string, files: Record<string, string>): void {
  draw(Object.entries(files).map(([path, text]) => symbol(symbolId(`${folder}/${nameOf(path)}`), text)));
}

/** All of them are parsed at once: one by one takes several times as long. */
function draw(symbols: string[]): void {
  const parsed = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`,
    "image/svg+xml",
  );
  const fresh = [...parsed.documentElement.children].filter(({ id }) => !document.getElementById(id));
  const isPatterned = (drawing: Element) => drawing.querySelector("pattern, linearGradient, radialGradient, clipPath, mask") !== null;
  sheet(PLACE).append(...fresh.filter((drawing) => !isPatterned(drawing)));
  sheet(PATTERNS).append(...fresh.filter(isPatterned));
}

export function symbolId(name: string): string {
  return `art-${name.replaceAll("/", "-")}`;
}

function nameOf(path: string): string {
  return path.split("/").at(-1)?.replace(/\.svg$/, "") ?? "";
}

function sheet(id: string): Element {
  const there = document.getElementById(id);
  if (there) return there;
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.id = id;
  made.setAttribute("aria-hidden", "true");
  document.body.prepend(made);
  return made;
}

/** Without its title: names are given where a drawing is shown, in the reader's language. */
function symbol(id: string, text: string): string {
  const [, root = "", inside = ""] = /<svg([^>]*)>([\s\S]*)<\/svg>/.exec(text) ?? [];
  const kept = (root.match(KEPT) ?? []).join(" ");
  return scoped(id, `<symbol id="" ${kept}>${inside.replace(/<title>[^<]*<\/title>/, "")}</symbol>`);
}

/** Two drawings may both have a pattern called "p". */
function scoped(id: string, text: string): string {
  const named = text.replace(/\bid="([^"]+)"/g, `id="${id}-$1"`).replace(/url\(#([^)]+)\)/g, `url(#${id}-$1)`);
  return named.replace('<symbol id=""', `<symbol id="${id}"`);
}
