// Writes name.br and name.gz beside every built file that shrinks, so that the server never compresses anything itself. The scripts of
// public/ are made as short before as those that are bundled.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { minify, type Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest)$/;

const PLAIN = ["theme.js"];

export function compress(): Plugin {
  let folder = "";
  return {
    name: "pasar-compress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    async writeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => PLAIN.includes(name)).map((name) => shorten(join(folder, name))));
      await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => squeeze(join(folder, name))));
    },
  };
}

async function shorten(path: string): Promise<void> {
  const { code } = await minify(path, await readFile(path, "utf-8"));
  await writeFile(path, code);
}

async function squeeze(path: string): Promise<void> {
  const whole = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(whole, quality));
  await writeFile(`${path}.gz`, await promisify(gzip)(whole, { level: 9 }));
}
