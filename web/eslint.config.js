import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "public"] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    rules: {
      "max-len": ["error", { code: 140, ignoreUrls: true, ignorePattern: "^\\s*(import|<path|d=)" }],
      "max-lines": ["error", 400],
      "svelte/no-at-html-tags": "error",
      "svelte/no-navigation-without-resolve": "off", // that is for SvelteKit
      "svelte/prefer-svelte-reactivity": "off", // maps and sets that nothing on the screen depends on are fine
      eqeqeq: "error",
      "no-console": "error",
    },
  },
);
