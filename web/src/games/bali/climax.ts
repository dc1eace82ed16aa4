// The end of Bali has a scene of its own: until the altar is turned over nobody sees what anything is worth.
import type { Cut } from "../contract";
import type { StoryLine } from "$/net/messages";
import type { BaliScene, View } from "./model";

export function cuts(_: BaliScene, after: BaliScene, story: StoryLine[]): Cut<View>[] {
  const told = story.flatMap((line) => line.events).findIndex(({ event }) => event === "valued");
  if (told < 0 || !after.result) return [];
  return [{ told, view: { ...after.view, goods: undefined, values: undefined }, scene: true }];
}
