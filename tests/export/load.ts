// Loads deals that are written out, as a page does, and prints the state that each gives, or nothing where it is refused.
// node load.ts MANIFEST WASM SEED < DEALS (a line of JSON each)
import { readFileSync } from "node:fs";
import { Kernel } from "../../web/src/local/kernel.ts";
import { bytesOf, Misshapen } from "../../web/src/local/setups.ts";

const [, , manifestFile = "", wasmFile = ""] = process.argv;
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));
const kernel = new Kernel(manifest, new WebAssembly.Module(readFileSync(wasmFile)));

for (const line of readFileSync(0, "utf8").trim().split("\n")) {
  const { rules, setup } = JSON.parse(line);
  try {
    console.log(Buffer.from(kernel.load(kernel.blank(rules), bytesOf(setup, manifest.setup)) ?? []).toString("base64"));
  } catch (fault) {
    if (!(fault instanceof Misshapen)) throw fault;
    console.log("");
  }
}
