// What is to be seen of what happened: cards, goods and the demon travel, gains float beside the players they belong to.
import type { StoryEvent, StoryLine } from "$/net/messages";
import type { Beat, Flight, Sound } from "../contract";
import { floating, scoringIn } from "./gains";
import { type BaliScene, kindOf } from "./model";

const times = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k));

type Shower = (event: StoryEvent, before: BaliScene, after: BaliScene) => Beat;

/** Where a seat's good lies: only one's own lie open. */
function goodOf(scene: BaliScene, event: StoryEvent): string {
  return scene.eyes === event.seat && event.good ? `good-${event.good}` : `goods-${event.seat}`;
}

function goods(event: StoryEvent, from: string, to: string): Beat {
  return { flights: [{ piece: { kind: event.good && event.event !== "gifted" ? `good ${event.good}` : "good" }, from, to }] };
}

function played(event: StoryEvent, before: BaliScene): Beat {
  const kind = kindOf(String(event.kind));
  const to = `front-${event.seat}-${kind}`;
  const fresh = !before.view.seats[event.seat]?.front[kind];
  const flight = (k: number): Flight => ({
    piece: { kind: `card ${kind}` },
    from: before.eyes === event.seat && before.view.own ? `hand-${kind}-${k + 1}` : `hand-${event.seat}`,
    to,
    ...(fresh ? { hides: to } : {}),
  });
  return { flights: times(Number(event.count), flight) };
}

function took(event: StoryEvent, before: BaliScene, after: BaliScene): Beat {
  const kind = kindOf(String(event.kind));
  const row = Number(event.row);
  const length = before.view.offer[row - 1]?.length ?? 1;
  const held = after.eyes === event.seat ? after.view.own?.hand[kind] : undefined;
  const to = held ? `hand-${kind}-${held}` : `hand-${event.seat}`;
  return { flights: [{ piece: { kind: `card ${kind}` }, from: `row-${row}-${length - 1}`, to, ...(held ? { hides: to } : {}) }] };
}

function refilled(event: StoryEvent, _: BaliScene, after: BaliScene): Beat {
  const row = after.view.offer[Number(event.row) - 1] ?? [];
  const at = (k: number) => `row-${event.row}-${k}`;
  return { flights: row.map((kind, k) => ({ piece: { kind: `card ${kind}` }, from: "pile", to: at(k), hides: at(k) })) };
}

const SHOWN: Record<string, Shower> = {
  bought: (event, _, after) => goods(event, `supply-${event.good}`, goodOf(after, event)),
  played,
  demon_moved: () => ({ flights: [{ piece: { kind: "demon" }, from: "demon", to: "demon", hides: "demon" }] }),
  gave: (event, before) => goods(event, goodOf(before, event), "altar"),
  gifted: (event, before) => goods(event, goodOf(before, event), "altar"),
  added: (event) => goods(event, `supply-${event.good}`, "altar"),
  took,
  refilled,
  oracle_called: () => ({ gains: [{ at: "altar", text: "", art: "bali/oracle" }], lights: ["altar"] }),
  kept: (event, _, after) => goods(event, "altar", goodOf(after, event)),
};

/** Everybody's gains at once; goods come from the supply. */
function scoring(events: StoryEvent[], after: BaliScene): Beat[] {
  const gained = events.filter((event) => event.event === "good_gained");
  const flights = gained.flatMap((event) => goods(event, `supply-${event.good}`, goodOf(after, event)).flights ?? []);
  const found = scoringIn(events);
  if (!found) return [];
  const row = after.view.offer[found.row - 1]?.length ?? 1;
  const fronts = after.view.seats.map((_, seat) => `front-${seat}-${found.kind}`);
  return [{ flights, gains: floating(found.gains), lights: [`row-${found.row}-${row - 1}`, ...fronts] }];
}

const TOGETHER = ["demon_moved", "gave"]; // may happen at once with what came just before

export function motions(before: BaliScene, after: BaliScene, story: StoryLine[]): Beat[] {
  const events = story.flatMap((line) => line.events);
  const beats: Beat[] = [];
  for (const event of events) {
    const beat = SHOWN[event.event]?.(event, before, after);
    const last = beats.at(-1);
    if (beat && last && TOGETHER.includes(event.event)) last.flights = [...(last.flights ?? []), ...(beat.flights ?? [])];
    else if (beat) beats.push(beat);
    else if (event.event === "scored") beats.push(...scoring(events, after));
  }
  return beats.length ? beats : rewarded(events);
}

/** A reward that was chosen, after the scoring itself has been seen. */
function rewarded(events: StoryEvent[]): Beat[] {
  const gains = floating(scoringIn([{ event: "scored", rule: "", seat: -1, kind: "shrine", row: 0 }, ...events])?.gains ?? []);
  return gains.length ? [{ gains }] : [];
}

const SOUNDS: Record<string, Sound> = {
  played: "card", took: "card", bought: "card", gave: "card", gifted: "card", added: "card", kept: "card", refilled: "deal",
  stone_gained: "stone", points_gained: "points", good_gained: "card", oracle_called: "bell", ended: "bell", demon_moved: "gem",
};

export function sound(event: StoryEvent): Sound | null {
  return SOUNDS[event.event] ?? null;
}
