// Who is glad of a scoring: whoever is alone with the most. Outdone are the others who show cards of that kind.
import type { StoryLine } from "$/net/messages";
import type { Feelings } from "../contract";
import { scoringIn } from "./gains";
import type { BaliScene } from "./model";

export function feelings(_: BaliScene, after: BaliScene, story: StoryLine[]): Feelings | null {
  const scoring = scoringIn(story.flatMap((line) => line.events));
  const pleased = scoring?.gains.filter(({ most }) => most).map(({ seat }) => seat) ?? [];
  if (!scoring || !pleased.length) return null;
  const showing = after.view.seats.flatMap(({ front }, seat) => (front[scoring.kind] ? [seat] : []));
  return { pleased, outdone: showing.filter((seat) => !pleased.includes(seat)) };
}
