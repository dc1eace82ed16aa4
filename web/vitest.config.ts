import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import vite from "./vite.config.ts";

// A test may take long on a machine that is busy with others.
const test = { include: ["tests/**/*.test.ts"], environment: "node", testTimeout: 30_000 };

export default mergeConfig(vite, defineConfig({ test }));
