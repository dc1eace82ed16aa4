// The button of the front page, in every language, for the time until there is a front page (public/theme.js shows it).
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const WORDS = fileURLToPath(new URL("../src/home/words", import.meta.url));
const PLACE = /(?=<\/form>)/;
const NOT_YET = 'class="button main" hidden aria-disabled="true"';

export function opening(): Plugin {
  return {
    name: "pasar-opening",
    transformIndexHtml: (page) => page.replace(PLACE, `<button ${NOT_YET} ${texts().join(" ")}></button>`),
  };
}

/** What it says, and what it says once it is pressed. */
function texts(): string[] {
  return readdirSync(WORDS).map((file) => {
    const words = JSON.parse(readFileSync(`${WORDS}/${file}`, "utf-8")) as Record<string, string>;
    return `data-${file.replace(".json", "")}="${words.play}|${words.setting_up}"`;
  });
}
