// Points by stage and source, added up from what was told.
import type { StoryEvent, StoryLine } from "$/net/messages";
import { eventsOf } from "./rounds";
import { STAGES, type Gem } from "./view";

export type Source = "points" | Gem | "workers";
type Sums = Partial<Record<Source, number>>;

/** In the order of the sheet, each with its name in the server's breakdown. */
export const SOURCES: { source: Source; key: string }[] = [
  { source: "points", key: "action_b" },
  { source: "r", key: "red" },
  { source: "y", key: "yellow" },
  { source: "g", key: "green" },
  { source: "b", key: "blue" },
  { source: "workers", key: "workers" },
];

/** For each stage, what each seat got from where; null if not all of the story is at hand. */
export function byStage(story: StoryLine[], players: number): Sums[][] | null {
  if (story.length === 0 || story.some((line, k) => line.move !== k)) return null;
  const stages = STAGES.map(() => Array.from({ length: players }, (): Sums => ({})));
  let stage = 0;
  for (const event of eventsOf(story)) {
    if (event.event === "stage") stage = Number(event.stage) - 1;
    const source = sourceOf(event);
    const sums = stages[stage]?.[event.seat];
    if (source && sums) sums[source] = (sums[source] ?? 0) + Number(event.points);
  }
  return stages;
}

function sourceOf(event: StoryEvent): Source | null {
  if (event.event === "scored") return "points";
  if (event.event === "workers_paid") return "workers";
  return event.event === "led" || event.event === "shared" ? (event.gem as Gem) : null;
}
