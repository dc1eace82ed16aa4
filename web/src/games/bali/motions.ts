// What is to be seen of what happened: cards, goods and the demon travel, gains float beside those who get them.
import type { StoryEvent, StoryLine } from "$/net/messages";
import type { Beat, Flight, Sound } from "../contract";
import { floating, gainsIn } from "./gains";
import { type BaliScene, kindOf } from "./model";

const times = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k));

type Shower = (event: StoryEvent, before: BaliScene, after: BaliScene) => Beat;

/** Where a seat's good lies: only one's own lie open. */
function goodOf(scene: BaliScene, event: StoryEvent): string {
  return scene.eyes === event.seat && event.good ? `good-${event.good}` : `goods-${event.seat}`;
}

function flight(event: StoryEvent, from: string, to: string): Flight {
  const open = event.good !== undefined && event.event !== "gifted";
  return { piece: { kind: open ? `good ${event.good}` : "good" }, from, to };
}

const goods = (event: StoryEvent, from: string, to: string): Beat => ({ flights: [flight(event, from, to)] });

function played(event: StoryEvent, before: BaliScene): Beat {
  const kind = kindOf(String(event.kind));
  const to = `front-${event.seat}-${kind}`;
  const fresh = !before.view.seats[event.seat]?.front[kind];
  const card = (k: number): Flight => ({
    piece: { kind: `card ${kind}` },
    from: before.eyes === event.seat && before.view.own ? `hand-${kind}-${k + 1}` : `hand-${event.seat}`,
    to,
    ...(fresh ? { hides: to } : {}),
  });
  return { flights: times(Number(event.count), card) };
}

function took(event: StoryEvent, before: BaliScene, after: BaliScene): Beat {
  const kind = kindOf(String(event.kind));
  const row = Number(event.row);
  const length = before.view.offer[row - 1]?.length ?? 1;
  const held = after.eyes === event.seat ? after.view.own?.hand[kind] : undefined;
  const to = held ? `hand-${kind}-${held}` : `hand-${event.seat}`;
  const from = `row-${row}-${length - 1}`;
  return { flights: [{ piece: { kind: `card ${kind}` }, from, to, ...(held ? { hides: to } : {}) }] };
}

function refilled(event: StoryEvent, _: BaliScene, after: BaliScene): Beat {
  const row = after.view.offer[Number(event.row) - 1] ?? [];
  const at = (k: number) => `row-${event.row}-${k}`;
  const piece = (kind: string) => ({ kind: `card ${kind}` });
  return { flights: row.map((kind, k) => ({ piece: piece(kind), from: "pile", to: at(k), hides: at(k) })) };
}

/** The card on which the demon has sat. */
function left(before: BaliScene, after: BaliScene): string[] {
  const row = before.view.demon ?? 0;
  const length = after.view.offer[row - 1]?.length ?? 0;
  return row && row !== after.view.demon && length ? [`row-${row}-${length - 1}`] : [];
}

const SHOWN: Record<string, Shower> = {
  bought: (event, _, after) => goods(event, `supply-${event.good}`, goodOf(after, event)),
  played,
  demon_moved: (_, before, after) => ({
    flights: [{ piece: { kind: "demon" }, from: "demon", to: "demon", hides: "demon", leaps: true }],
    scorches: left(before, after),
  }),
  gave: (event, before) => goods(event, goodOf(before, event), "altar-top"),
  gifted: (event, before) => goods(event, goodOf(before, event), "altar-top"),
  added: (event) => goods(event, `supply-${event.good}`, "altar-top"),
  took,
  refilled,
  oracle_called: () => ({ gains: [{ at: "altar", text: "", art: "bali/oracle", blooms: true }], lights: ["altar"] }),
  kept: (event, _, after) => goods(event, "altar-top", goodOf(after, event)),
};

/** Everybody's gains at once; goods come from the supply. */
function gaining(events: StoryEvent[], after: BaliScene): Beat {
  const given = events.filter((event) => event.event === "good_gained");
  const flights = given.map((event) => flight(event, `supply-${event.good}`, goodOf(after, event)));
  return { flights, gains: floating(gainsIn(events)) };
}

function scored(event: StoryEvent, after: BaliScene, events: StoryEvent[]): Beat {
  const bottom = (after.view.offer[Number(event.row) - 1]?.length ?? 1) - 1;
  const fronts = after.view.seats.map((_, seat) => `front-${seat}-${kindOf(String(event.kind))}`);
  return { ...gaining(events, after), lights: [`row-${event.row}-${bottom}`, ...fronts] };
}

const AT_ONCE = "oracle_called"; // its flower opens while cards still travel: what there is to do is read at once
const TOGETHER = ["demon_moved", "gave"]; // may be seen at once with what came just before

function both(one: Beat, other: Beat): Beat {
  const joined = <K extends "flights" | "gains" | "lights" | "scorches">(key: K) => [...(one[key] ?? []), ...(other[key] ?? [])] as Beat[K];
  return { flights: joined("flights"), gains: joined("gains"), lights: joined("lights"), scorches: joined("scorches") };
}

export function motions(before: BaliScene, after: BaliScene, story: StoryLine[]): Beat[] {
  const events = story.flatMap((line) => line.events);
  // A reward that somebody chose comes without a scoring of its own: that has been seen before.
  const chosen = events.some(({ event }) => event === "scored") ? null : gaining(events, after);
  const beats: Beat[] = chosen?.gains?.length ? [chosen] : [];
  for (const event of events) {
    const beat = event.event === "scored" ? scored(event, after, events) : SHOWN[event.event]?.(event, before, after);
    const last = beats.at(-1);
    if (!beat) continue;
    if (beats[0] && event.event === AT_ONCE) beats[0] = both(beats[0], beat);
    else if (last && TOGETHER.includes(event.event)) beats[beats.length - 1] = both(last, beat);
    else beats.push(beat);
  }
  return beats;
}

const SOUNDS: Record<string, Sound> = {
  played: "card",
  took: "card",
  bought: "card",
  gave: "card",
  gifted: "card",
  added: "card",
  kept: "card",
  good_gained: "card",
  refilled: "deal",
  stone_gained: "knock",
  points_gained: "points",
  demon_moved: "leap",
  oracle_called: "chord",
  ended: "bell",
};

export function sound(event: StoryEvent): Sound | null {
  return SOUNDS[event.event] ?? null;
}
