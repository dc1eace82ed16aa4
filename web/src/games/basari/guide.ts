// What is new to somebody who plays for the first time: what is to be decided, and what was just seen.
import type { Guide } from "../contract";
import { lastRound } from "./rounds";
import type { View } from "./view";

const HAGGLING = ["open", "answer"];

export const guide: Guide<View> = {
  topics: (scene) => {
    const last = lastRound(scene.story);
    return [
      ...(scene.menu ? [HAGGLING.includes(scene.view.phase) ? "bid" : scene.view.phase] : scene.view.haggle ? ["watch"] : []),
      ...(last?.outcomes.some(({ fate }) => fate === "forfeited") ? ["forfeited"] : []),
      ...(last?.stage ? ["stage"] : []),
    ];
  },
  words: { en: () => import("./guide/en.json"), de: () => import("./guide/de.json"), fr: () => import("./guide/fr.json") },
};
