// Fonts travel with the client, and their licences ask to travel along. What is bundled as code, Vite lists itself.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

export const FOLDER = "licences";
const FONTS = fileURLToPath(new URL("../node_modules/@fontsource-variable", import.meta.url));

export function fontLicences(): Plugin {
  return {
    name: "pasar-font-licences",
    apply: "build",
    generateBundle() {
      for (const font of readdirSync(FONTS)) {
        const source = readFileSync(`${FONTS}/${font}/LICENSE`, "utf-8");
        this.emitFile({ type: "asset", fileName: `${FOLDER}/${font}.txt`, source });
      }
    },
  };
}
