// The client's own source files, as the tests read them.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../src", import.meta.url));

export interface Source {
  /** Relative to web/src. */
  path: string;
  text: string;
}

export function sources(ending: RegExp): Source[] {
  const paths = readdirSync(SRC, { recursive: true, encoding: "utf-8" }).filter((path) => ending.test(path)).sort();
  return paths.map((path) => ({ path: relative(SRC, join(SRC, path)), text: readFileSync(join(SRC, path), "utf-8") }));
}

/** A component without its script and its style: what becomes HTML. */
export function markup(component: string): string {
  return component.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, "");
}

/** Its style alone. */
export function styles(component: string): string {
  return [...component.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map((found) => found[1] ?? "").join("\n");
}
