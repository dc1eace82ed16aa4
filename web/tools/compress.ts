// Writes name.br and name.gz beside every built file that shrinks, so that the server never compresses anything itself.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest)$/;

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
      await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => squeeze(join(folder, name))));
    },
  };
}

async function squeeze(path: string): Promise<void> {
  const whole = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(whole, quality));
  await writeFile(`${path}.gz`, await promisify(gzip)(whole, { level: 9 }));
}
