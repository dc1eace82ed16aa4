// What is to be seen when the game goes on: events become beats, those of the same moment together.
import type { Seat, StoryEvent, StoryLine } from "$/net/messages";
import type { Beat, Flight, Scene, Sound } from "../contract";
import { ofEvent, parts } from "./bundles";
import { eventsOf } from "./rounds";
import type { Bundle, View } from "./view";

const PAYS = ["led", "shared", "workers_paid"];
const SEEN = ["card_gems"]; // on the card that has just been dealt

/** Events of one kind that follow one another happen at once; colours are paid one after the other. */
const TOGETHER = ["chose", "showed", "card_dealt", "workers_paid"];

export function motions(before: Scene<View>, after: Scene<View>, story: StoryLine[]): Beat[] {
  const groups: StoryEvent[][] = [];
  const counted = before.view.phase === "dealt"; // a stage that was counted above the table was seen there
  const unseen = counted ? [...PAYS, ...SEEN] : SEEN;
  for (const event of eventsOf(story).filter(({ event }) => !unseen.includes(event))) {
    const last = groups.at(-1);
    if (last?.[0] && belongs(last[0], event)) last.push(event);
    else groups.push([event]);
  }
  return [...payment(before, after), ...groups.flatMap((group) => beatsOf(group, before, after))];
}

/** The two shook hands, and what lay between them was looked at: now it is paid. */
function payment({ view: { phase, haggle } }: Scene<View>, after: Scene<View>): Beat[] {
  const to = haggle?.seats.find((seat) => seat !== haggle.bidder);
  if (phase !== "dealt" || to === undefined || after.view.haggle === haggle) return [];
  return [{ flights: gems(haggle?.standing ?? {}, "bid-", `gem-${to}-`), lights: [`stall-${to}`] }];
}

function belongs(first: StoryEvent, event: StoryEvent): boolean {
  if (first.event !== event.event) return false;
  return TOGETHER.includes(event.event) || (event.event === "shared" && first.gem === event.gem);
}

function beatsOf(group: StoryEvent[], before: Scene<View>, after: Scene<View>): Beat[] {
  const beats = group.map((event) => BEATS[event.event]?.(event, before, after)).filter((beat) => beat !== undefined);
  if (beats.length === 0) return [];
  const together = {
    flights: beats.flatMap((beat) => beat.flights ?? []),
    gains: beats.flatMap((beat) => beat.gains ?? []),
    lights: beats.flatMap((beat) => beat.lights ?? []),
  };
  const more = Array.from({ length: SLOW[group[0]?.event ?? ""] ?? 0 }, () => ({}));
  return [together, ...more];
}

/** How many more beats it takes until it has been taken in; cards that are shown have to lie down again. */
const SLOW: Record<string, number> = { showed: 2, accepted: 1, led: 1, shared: 1, workers_paid: 1 };

const BEATS: Record<string, (event: StoryEvent, before: Scene<View>, after: Scene<View>) => Beat> = {
  chose: ({ seat, action }, before) => laid(seat, before, action),
  showed: () => ({}), // a beat: the cards rise by themselves
  forfeited: (event, before) => ({ gains: wanting(event, before).map((at) => ({ at, text: "×", art: art(event) })) }),
  haggled: () => ({}), // a beat: the two stalls come together by themselves
  bid: ({ seat, bundle }) => ({ flights: gems(ofEvent(bundle), `gem-${seat}-`, "bid-", true) }),
  accepted: ({ seat, bundle }, _, after) => ({
    flights: after.view.haggle ? [] : gems(ofEvent(bundle), "bid-", `gem-${seat}-`), // else it is paid after a handshake
    lights: after.view.haggle?.seats.map((each) => `stall-${each}`) ?? [`stall-${seat}`],
  }),
  drew: ({ seat, workers }) => ({
    flights: [{ piece: { kind: "back" }, from: "pile", to: `card-${seat}` }],
    gains: [{ at: `track-${seat}`, text: `+${String(workers)}`, art: "basari/worker" }],
  }),
  scored: ({ seat, points }) => paid(seat, points, "basari/points"),
  took: ({ seat, bundle }) => ({ flights: gems(ofEvent(bundle), "stock-", `gem-${seat}-`) }),
  returned: (event) => ({ flights: one(event, `gem-${event.seat}-`, "stock-") }),
  gained: (event) => ({ flights: one(event, "stock-", `gem-${event.seat}-`) }),
  led: prize,
  shared: prize,
  workers_paid: ({ seat, points }) => paid(seat, points, "basari/worker"),
  card_dealt: ({ seat }) => ({ flights: [{ piece: { kind: "back" }, from: "pile", to: `card-${seat}`, hides: `card-${seat}` }] }),
};

/** The viewer's own card travels, unless it lies there already; the others' just lie there, so that many do not take long. */
function laid(seat: Seat, before: Scene<View>, action: unknown): Beat {
  if (seat !== before.eyes || before.choice) return {};
  const to = `played-${seat}`;
  return { flights: [{ piece: { kind: "back" }, from: `choice-${String(action)}`, to, hides: to }] };
}

function paid(seat: Seat, points: unknown, drawing: string): Beat {
  return { gains: [{ at: `points-${seat}`, text: `+${String(points)}`, art: drawing }], lights: [`points-${seat}`] };
}

/** A colour's prize, and the gems that go back for it. */
function prize(event: StoryEvent): Beat {
  const gem = String(event.gem);
  return {
    ...paid(event.seat, event.points, `basari/gem_${gem}`),
    flights: gems({ [gem]: Number(event.returned) }, `gem-${event.seat}-`, "stock-"),
  };
}

function one(event: StoryEvent, from: string, to: string): Flight[] {
  return gems({ [String(event.gem)]: 1 }, from, to);
}

/** One piece for each colour, with how many it stands for. */
function gems(bundle: Bundle, from: string, to: string, hides = false): Flight[] {
  return parts(bundle).map(({ gem, n }) => ({
    piece: { kind: `gem_${gem}`, count: n },
    from: from + gem,
    to: to + gem,
    ...(hides ? { hides: to + gem } : {}),
  }));
}

/** Where those stand who wanted the same and get nothing; together, where nobody has seen who they are. */
function wanting(event: StoryEvent, before: Scene<View>): string[] {
  const found = before.view.seats.flatMap(({ choice }, seat) => (choice === event.action ? [`played-${seat}`] : []));
  return found.length ? found : ["market"];
}

function art(event: StoryEvent): string {
  return `basari/action_${String(event.action).toLowerCase()}`;
}

const SOUNDS: Record<string, Sound> = {
  round: "deal", chose: "card", showed: "reveal", drew: "card", haggled: "knock", bid: "offer", accepted: "shake", took: "chime",
  returned: "chime", gained: "chime", scored: "points", led: "points", shared: "points", workers_paid: "points", stage_ended: "bell",
};

export function sound(event: StoryEvent): Sound | null {
  return SOUNDS[event.event] ?? null;
}
