// The people of the market: who looks how. A drawing is fetched when somebody is first to be seen with it.
import { addDrawings } from "$/art/sprite";
import type { Face, SeatInfo } from "$/net/messages";
import { getContext, setContext } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import { idle } from "./yielding";

export type Mood = "waiting" | "pleased" | "outdone";

/** How those look who sit at a table. */
export interface Looks {
  face: (seat: number) => Face | undefined;
  mood: (seat: number) => Mood;
}

const files = import.meta.glob<string>("../art/faces/*.svg", { eager: true, query: "?url", import: "default" });
/** The bots' own, the kindest level first. */
const LEVELS: Record<string, Face> = {
  first: "straw", learner: "braids", casual: "tea", club: "cards", strong: "scarf", expert: "glasses", champion: "scale",
  random: "straw", easy: "braids", greedy: "tea", medium: "cards", hard: "scarf",
};
/** For those who have chosen none, and for a second bot of the same level. */
const SPARE: Face[] = ["lamp", "bird", "shawl", "basket", "fan"];
export const FACES: Face[] = [...new Set([...SPARE, ...Object.values(LEVELS)])];

const there = new SvelteSet<string>();
const asked = new Set<string>();
const LOOKS = Symbol("looks");

/** Of everybody at a table: what one has chosen, the level's own, or one that nobody else there has. */
export function facesAt(seats: (Pick<SeatInfo, "bot"> & Partial<SeatInfo>)[]): Face[] {
  const taken = new Set(seats.flatMap(({ face }) => face ?? []));
  return seats.map(({ face, bot }) => {
    const own = face ?? [LEVELS[bot ?? ""], ...SPARE].find((each) => each && !taken.has(each)) ?? "lamp";
    taken.add(own);
    return own;
  });
}

/** Marks of seats below here have faces. To be called while a component is set up. */
export function showFaces(looks: Looks): void {
  setContext(LOOKS, looks);
}

export function looksHere(): Looks | undefined {
  return getContext<Looks | undefined>(LOOKS);
}

/** Whether a drawing can be shown; if not, it is brought. Without it a seat is known by its number, as ever. */
export function drawn(name: string): boolean {
  if (!asked.has(name)) {
    asked.add(name);
    void bring(name).catch(() => asked.delete(name));
  }
  return there.has(name);
}

async function bring(name: string): Promise<void> {
  await idle(); // first the table
  const answer = await fetch(files[`../art/faces/${name}.svg`] ?? "");
  if (!answer.ok) throw new Error(`no drawing of ${name}`);
  addDrawings("faces", { [name]: await answer.text() });
  there.add(name);
}
