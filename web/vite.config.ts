import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { compress } from "./tools/compress.ts";
import { compiledEagerly } from "./tools/eager.ts";
import { FOLDER, fontLicences } from "./tools/licences.ts";
import { begunLater, opening } from "./tools/opening.ts";
import { pageAtAnyPath } from "./tools/page.ts";
import { rules } from "./tools/rules.ts";

// What every page has in it, or nearly every one.
const EVERYWHERE =
  /node_modules\/(?!uqr)|src\/(ui|site|state|net|art|style)\/(?!words|FacePicker)|src\/words\/(words|format)|src\/games\/telling|src\/App/;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "./", // files name each other by where they lie: `make site` moves all of them to a folder of a static host
  plugins: [rules(), svelte(), opening(), begunLater(), pageAtAnyPath(), compiledEagerly(), compress(), fontLicences()],
  resolve: { alias: { $: here("./src") } },
  build: {
    outDir: here("../src/pasar/web"),
    emptyOutDir: false, // tools/web.py does it, and leaves the games
    target: "es2022",
    assetsInlineLimit: 0, // the pages' security policy allows nothing inline
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true, // from it follows what a page that plays by itself fetches ahead
    license: { fileName: `${FOLDER}/code.txt` },
    // What is always needed together is one file; a request each would make the first page wait.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "app", test: EVERYWHERE },
            { name: "local", test: /src\/local\/(deal|fair|games|kernel|match|shelf|shown|store|table|thinking)\.ts/ },
            { name: "opening", test: /src\/lobby\/(opening|setup)/ }, // whoever does not wait for the front page needs no more of it
            { name: "home", test: /src\/home\/(?!words)/ },
            { name: "table", test: /src\/games\/chooser|src\/table\/(?!words|company|\w*Dialog|course|Course|Petals|BuildForm|HintCard)/ },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  // `npm run dev` beside a running `pasar serve`; another port: PASAR_DEV=http://localhost:8010 npm run dev
  server: { proxy: { "/api": { target: process.env.PASAR_DEV ?? "http://localhost:8000", ws: true } } },
});
