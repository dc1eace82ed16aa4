// Drawings as symbols: each is in the page once and shown as often as wanted with <Art name="bali/mason" />, and
// follows the theme because its colours are our variables.

const PLACE = "art-sprite"; // nothing in it is styled or laid out
const PATTERNS = "art-patterns"; // as it must be for patterns to be seen
const KEPT = /\b(viewBox|preserveAspectRatio|fill|stroke(?:-[a-z]+)?)="[^"]*"/g; // attributes that a symbol takes over

/** Puts the drawings of a folder (path -> SVG text, from import.meta.glob) into the page under `folder/name`. */
export function addDrawings(folder: string, files: Record<string, string>): void {
  const symbols = Object.entries(files).map(([path, text]) => symbol(`${folder}/${nameOf(path)}`, text));
  // All of them are parsed at once: one by one takes several times as long.
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
function symbol(name: string, text: string): string {
  const id = symbolId(name);
  const [, root = "", inside = ""] = /<svg([^>]*)>([\s\S]*)<\/svg>/.exec(text) ?? [];
  const kept = (root.match(KEPT) ?? []).join(" ");
  return scoped(id, `<symbol id="" ${kept}>${inside.replace(/<title>[^<]*<\/title>/, "")}</symbol>`);
}

/** Two drawings may both have a pattern called "p". */
function scoped(id: string, text: string): string {
  const named = text.replace(/\bid="([^"]+)"/g, `id="${id}-$1"`).replace(/url\(#([^)]+)\)/g, `url(#${id}-$1)`);
  return named.replace('<symbol id=""', `<symbol id="${id}"`);
}
