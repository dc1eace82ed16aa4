// What is new to somebody who plays for the first time: what is to be decided, and what was just seen.
import type { Guide } from "../contract";
import { lastScoring } from "./gains";
import type { View } from "./model";

export const guide: Guide<View> = {
  topics: (scene) => [
    ...(scene.menu ? [scene.view.phase] : []),
    ...(scene.view.demon && scene.view.phase === "take" && scene.menu ? ["demon"] : []),
    ...(lastScoring(scene) ? ["scored"] : []),
  ],
  words: { en: () => import("./guide/en.json"), de: () => import("./guide/de.json"), fr: () => import("./guide/fr.json") },
};
