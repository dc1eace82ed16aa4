// Choices lie face down for a moment before all turn over, and are seen before they lead to anything; two who met are seen at
// their stalls before they haggle, and shake hands before anybody pays. A round is over before the next one is dealt. The end
// of a stage has a scene of its own: until it is counted the stalls stay as the last round left them.
import type { Seat, StoryEvent, StoryLine } from "$/net/messages";
import type { Cut, Scene } from "../contract";
import { ofEvent } from "./bundles";
import { eventsOf } from "./rounds";
import { type Action, type Gem, GEMS, type View } from "./view";

export type Source = Gem | "workers";

export interface Counting {
  source: Source;
  /** How many each seat has of it. */
  counts: number[];
  /** What it brings to whom, and how many gems go back for it. */
  paid: Map<Seat, { points: number; returned: number }>;
}

const PAYS = ["led", "shared", "workers_paid"];
const sourceOf = (event: StoryEvent): Source => (event.event === "workers_paid" ? "workers" : (event.gem as Gem));

export function cuts(before: Scene<View>, after: Scene<View>, story: StoryLine[]): Cut<View>[] {
  const events = eventsOf(story);
  const first = (name: string) => events.findIndex(({ event }) => event === name);
  const last = (name: string) => events.findLastIndex(({ event }) => event === name);
  const [shown, end, next] = [first("showed"), first("stage_ended"), first("round")];
  const opened = last("showed") + 1;
  const met = after.view.haggle ? last("haggled") : -1;
  const agreed = before.view.haggle ? first("accepted") + 1 : 0;
  const found: Cut<View>[] = [];
  if (shown > 0) found.push({ told: shown, view: sealed(before.view) });
  if (opened && opened !== met) found.push({ told: opened, view: revealed(before.view, events) });
  if (agreed) found.push({ told: agreed, view: shaken(before.view, events.slice(0, agreed)) });
  if (met > 0) found.push({ told: met, view: { ...after.view, phase: "dealt", haggle: null, actor: null } });
  if (end >= 0) found.push({ told: end, view: uncounted(before.view, after.view, events), scene: true });
  else if (next > Math.max(opened, agreed)) found.push({ told: next, view: uncounted(before.view, after.view, events) });
  return found;
}

function sealed(before: View): View {
  return { ...before, seats: before.seats.map((stall) => ({ ...stall, chosen: true })) };
}

/** What each seat has shown, now or earlier in this round. */
function choices(before: View, events: StoryEvent[]): (Action | null)[] {
  const shown = new Map(events.filter(({ event }) => event === "showed").map(({ seat, action }) => [seat, action as Action]));
  return before.seats.map((stall, seat) => shown.get(seat) ?? stall.choice);
}

function revealed(before: View, events: StoryEvent[]): View {
  const shown = choices(before, events);
  const seats = before.seats.map((stall, seat) => ({ ...stall, chosen: true, choice: shown[seat] ?? null }));
  return { ...before, phase: "dealt", actor: null, seats };
}

/** Agreed, and not paid yet: what was offered last lies between the two. */
function shaken(before: View, events: StoryEvent[]): View {
  const bid = events.findLast(({ event }) => event === "bid");
  const haggle = before.haggle && { ...before.haggle, ...(bid ? { standing: ofEvent(bid.bundle), bidder: bid.seat } : {}) };
  return { ...before, phase: "dealt", actor: null, haggle };
}

/** As it lay before anything was counted: what was paid is taken away again, what went back is back. */
function uncounted(before: View, after: View, events: StoryEvent[]): View {
  const paid = events.filter(({ event }) => PAYS.includes(event));
  const sum = (chosen: StoryEvent[], key: string) => chosen.reduce((all, event) => all + Number(event[key] ?? 0), 0);
  const back = (gem: Gem, seat?: Seat) =>
    sum(paid.filter((event) => event.gem === gem && (seat === undefined || event.seat === seat)), "returned");
  const drawn = (seat: Seat) => sum(events.filter(({ event, seat: by }) => event === "drew" && by === seat), "workers");
  const each = (count: (gem: Gem) => number) => Object.fromEntries(GEMS.map((gem) => [gem, count(gem)])) as Record<Gem, number>;
  const shown = choices(before, events);
  const seats = after.seats.map((stall, seat) => ({
    ...(before.seats[seat] ?? stall),
    choice: shown[seat] ?? null,
    points: stall.points - sum(paid.filter((event) => event.seat === seat), "points"),
    gems: each((gem) => stall.gems[gem] + back(gem, seat)),
    workers: (before.seats[seat]?.workers ?? 0) + drawn(seat),
  }));
  const stock = each((gem) => after.stock[gem] - back(gem));
  return { ...before, phase: "dealt", haggle: null, actor: null, action: null, queue: [], result: null, stock, seats };
}

/** Colour by colour, the workers last. */
export function countings(view: View, story: StoryLine[]): Counting[] {
  const paid = eventsOf(story).filter(({ event }) => PAYS.includes(event));
  return [...GEMS, "workers" as const].map((source) => ({
    source,
    counts: view.seats.map((stall) => (source === "workers" ? stall.workers : stall.gems[source])),
    paid: new Map(
      paid.filter((event) => sourceOf(event) === source)
        .map((event) => [event.seat, { points: Number(event.points), returned: Number(event.returned ?? 0) }]),
    ),
  }));
}
