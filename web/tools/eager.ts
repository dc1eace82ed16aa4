// Lets Chromium compile whole files while they come, beside the page's own thread, instead of each function when it is first
// called. To other browsers it is a comment.
import type { Plugin } from "vite";

const HINT = "//# allFunctionsCalledOnLoad\n";

export function compiledEagerly(): Plugin {
  return {
    name: "pasar-compiled-eagerly",
    apply: "build",
    // Above whatever else is put into a file's first line.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = HINT + file.code;
      },
    },
  };
}
