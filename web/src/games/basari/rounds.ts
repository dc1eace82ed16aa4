// What the story tells of the last round: who wanted what, who got it, what it cost; and how a stage was counted.
import type { Seat, StoryEvent, StoryLine } from "$/net/messages";
import { ofEvent } from "./bundles";
import type { Action, Bundle, Gem } from "./view";

export interface Outcome {
  action: Action;
  seats: Seat[];
  fate: "done" | "haggled" | "free" | "forfeited";
  /** Who acts, as far as it is known yet. */
  winner: Seat | null;
  /** What was paid for it in a haggle. */
  paid: Bundle | null;
  /** What the action gave. */
  gains: StoryEvent[];
}

export interface Payment {
  event: StoryEvent;
  source: Gem | "workers";
}

export interface Round {
  outcomes: Outcome[];
  /** Filled when the round was the last one of its stage. */
  stage: number | null;
  payments: Payment[];
}

const GIVES: Record<string, Action> = {
  drew: "A", pile_empty: "A", scored: "B", took: "C", took_nothing: "C", returned: "D", gained: "D", stock_empty: "D",
};
const PAYS = ["led", "shared", "workers_paid"];

export function eventsOf(story: StoryLine[]): StoryEvent[] {
  return story.flatMap((line) => line.events);
}

/** The last round in which choices were shown; null before there was one. */
export function lastRound(story: StoryLine[]): Round | null {
  const events = eventsOf(story);
  const end = events.findLastIndex((event) => event.event === "showed");
  if (end < 0) return null;
  const start = events.findLastIndex((event, at) => at < end && event.event !== "showed") + 1;
  return tell(events.slice(start));
}

function tell(events: StoryEvent[]): Round {
  const shown = events.filter((event) => event.event === "showed");
  const letters = [...new Set(shown.map((event) => event.action as Action))].sort();
  const outcomes = letters.map((action) => begun(action, shown.filter((event) => event.action === action)));
  for (const event of events) follow(outcomes, event);
  const ended = events.find((event) => event.event === "stage_ended");
  const payments = events.filter((event) => PAYS.includes(event.event)).map(payment);
  return { outcomes, stage: ended ? Number(ended.stage) : null, payments };
}

function begun(action: Action, shown: StoryEvent[]): Outcome {
  return { action, seats: shown.map((event) => event.seat), fate: "done", winner: null, paid: null, gains: [] };
}

function follow(outcomes: Outcome[], event: StoryEvent): void {
  const haggled = outcomes.findLast((each) => each.fate === "haggled");
  const named = outcomes.find((each) => each.action === (GIVES[event.event] ?? event.action));
  if (event.event === "accepted" && haggled) haggled.paid = ofEvent(event.bundle);
  else if (!named || event.event === "showed") return;
  else if (event.event === "forfeited" || event.event === "haggled" || event.event === "free") named.fate = event.event;
  else if (event.event in GIVES) {
    named.gains.push(event);
    named.winner = event.seat;
  }
}

function payment(event: StoryEvent): Payment {
  return { event, source: event.event === "workers_paid" ? "workers" : (event.gem as Gem) };
}

/** The bids of the haggle that is on, the first one first. */
export function bidsOf(story: StoryLine[]): { seat: Seat; bundle: Bundle }[] {
  const events = eventsOf(story);
  const start = events.findLastIndex((event) => event.event === "haggled");
  const bids = events.slice(Math.max(start, 0)).filter((event) => event.event === "bid");
  return bids.map((event) => ({ seat: event.seat, bundle: ofEvent(event.bundle) }));
}

/** What a seat has sealed, for eyes that may see it. */
export function sealedBy(story: StoryLine[], seat: Seat): Action | null {
  const chose = eventsOf(story).findLast((event) => event.event === "chose" && event.seat === seat);
  return (chose?.action as Action | undefined) ?? null;
}
