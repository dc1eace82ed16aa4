// The first screen of the front page, for the time until its scripts are here (public/theme.js shows it): what the page looks
// like then, but for what can be chosen, and its button.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

type Texts = Record<string, string>;

const SOURCES = fileURLToPath(new URL("../src", import.meta.url));
const PROGRAM = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PLACE = /(?=<\/form>)/;
const MAIN = "en"; // what stands there unless somebody wishes for another language
const LANGUAGES = readdirSync(`${SOURCES}/home/words`).map((file) => file.replace(".json", ""));
const GAMES = readdirSync(`${SOURCES}/games`).filter((game) => existsSync(`${SOURCES}/games/${game}/cover.svg`));

export function opening(): Plugin {
  return {
    name: "pasar-opening",
    transformIndexHtml: { order: "pre", handler: (page) => page.replace(PLACE, front()) },
  };
}

/** The page's program is fetched at once, and begun by public/theme.js: at the front page when its first screen has been painted. */
export function begunLater(): Plugin {
  return {
    name: "pasar-begun-later",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (page) => page.replace(PROGRAM, '<link rel="modulepreload" crossorigin data-program href="$1">'),
    },
  };
}

function front(): string {
  const name = `<span class="site-home">${drawn("common/logo", "art")}<b>Pasar</b></span>`;
  const greeting = said("h1", "home", ({ title }) => title) + said("p", "home", ({ subtitle }) => subtitle);
  const shelf = `<div class="boxes">${GAMES.map(box).join("")}</div>`;
  const table = `<div class="panel setup"><div class="front-go">${button()}</div></div>`;
  const parts = Object.entries({ greeting, shelf, table }).map(([part, inside]) => `<div class="front-${part}">${inside}</div>`);
  return `<div class="opening-front"><div class="site-head"><div class="site-line">${name}</div></div>` +
    `<div class="front"><div class="front-inside">${parts.join("")}</div></div></div>`;
}

/** As home/GamePicker.svelte draws it. */
function box(game: string): string {
  const cover = `<img class="box-cover" src="./src/games/${game}/cover.svg" alt="" width="240" height="300" />`;
  const picture = `<span class="picture">${cover}<span class="taken">${drawn("common/icons/check", "icon")}</span></span>`;
  const about = said("small", `games/${game}`, (words) => words.about);
  const title = game.charAt(0).toUpperCase() + game.slice(1);
  return `<span><span class="box" data-game="${game}">${picture}<b>${title}</b>${about}</span></span>`;
}

/** What it says, and what it says once it is pressed. */
function button(): string {
  const texts = inEach("home", ({ play = "", setting_up = "" }) => `${play}|${setting_up}`);
  return `<button class="button main" hidden aria-disabled="true" ${texts}></button>`;
}

/** An element with a text, and with the same in every language beside it. */
function said(tag: string, folder: string, pick: (words: Texts) => string | undefined): string {
  return `<${tag} ${inEach(folder, pick)}>${escaped(pick(wordsOf(folder, MAIN)) ?? "")}</${tag}>`;
}

function inEach(folder: string, pick: (words: Texts) => string | undefined): string {
  return LANGUAGES.map((language) => `data-${language}="${escaped(pick(wordsOf(folder, language)) ?? "")}"`).join(" ");
}

function wordsOf(folder: string, language: string): Texts {
  return JSON.parse(readFileSync(`${SOURCES}/${folder}/words/${language}.json`, "utf-8")) as Texts;
}

/** A drawing as it is, not as one of many: there is no script yet that could gather them. */
function drawn(name: string, kind: string): string {
  const text = readFileSync(`${SOURCES}/art/${name}.svg`, "utf-8").replace(/<title>[^<]*<\/title>/, "");
  return text.replace("<svg", `<svg class="${kind}" aria-hidden="true"`).replaceAll("\n", "").trim();
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
