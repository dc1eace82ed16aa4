// Sentences with places for values, in the form that the games' own words have:
// `{name}`, `{n:one|many}`, `{n:zero|one|many}`; a choice may hold places again: `{count:a|{count}} card{count:|s}`.

export type Shown = string | number;

export function format(template: string, values: Record<string, Shown> = {}): string {
  let text = "";
  for (let at = 0; at < template.length; ) {
    const open = template.indexOf("{", at);
    if (open < 0) return text + template.slice(at);
    const close = matching(template, open);
    text += template.slice(at, open) + place(template.slice(open + 1, close), values);
    at = close + 1;
  }
  return text;
}

function matching(template: string, open: number): number {
  let depth = 0;
  for (let at = open; at < template.length; at++) {
    if (template[at] === "{") depth++;
    else if (template[at] === "}" && --depth === 0) return at;
  }
  throw new Error(`a place is not closed in: ${template}`);
}

function place(inside: string, values: Record<string, Shown>): string {
  const colon = inside.indexOf(":");
  const name = colon < 0 ? inside : inside.slice(0, colon);
  const value = values[name];
  if (value === undefined) throw new Error(`no value for {${name}}`);
  if (colon < 0) return String(value);
  const choices = split(inside.slice(colon + 1));
  const zero = choices.length === 3 ? choices[0] : undefined;
  const [one, many] = choices.slice(-2);
  return format((value === 0 && zero !== undefined ? zero : value === 1 ? one : many) ?? "", values);
}

/** By the bars that are not inside a place. */
function split(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "{") depth++;
    if (character === "}") depth--;
    if (character === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}
