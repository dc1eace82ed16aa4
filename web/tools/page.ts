// A server sends its one page for /table/... too, so the page names its files from the root on.
import type { Plugin } from "vite";

export function pageAtAnyPath(): Plugin {
  return {
    name: "pasar-page-at-any-path",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type === "asset") page.source = String(page.source).replaceAll('="./', '="/');
    },
  };
}
