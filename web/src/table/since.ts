// What happened since one's own last move: one line in the past tense for each player who did something.
import type { Person } from "$/games/contract";
import { inList, reader } from "$/games/telling";
import type { Seat, StoryEvent, StoryLine, Values } from "$/net/messages";
import { has, name, ofGame, t } from "$/words/words.svelte";

export interface Deeds {
  seat: Seat;
  text: string;
}

/** In the order in which it happened. Empty for who has not moved yet, or shares a screen. */
export function sinceMove(game: string, story: StoryLine[], people: Person[]): Deeds[] {
  const you = reader(people);
  const moved = story.findLastIndex((line) => line.seat === you && line.by === "person");
  if (you === undefined || moved < 0) return [];
  const events = story.slice(moved + 1).flatMap((line) => line.events);
  return runs(events.filter((event) => wordOf(game, event, you))).map((run) => {
    const seat = run[0]?.seat ?? 0;
    const what = inList(gathered(run).map((each) => deed(game, each, you)));
    const text = seat === you ? t("table.you_did", { what }) : t("table.did", { name: people[seat]?.name ?? "", what });
    return { seat, text };
  });
}

/** Events of one player that follow one another. */
function runs(events: StoryEvent[]): StoryEvent[][] {
  const found: StoryEvent[][] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last?.[0]?.seat === event.seat) last.push(event);
    else found.push([event]);
  }
  return found;
}

interface Told {
  event: StoryEvent;
  /** Several cards that are taken one after another are told together. */
  all: StoryEvent[];
}

function gathered(run: StoryEvent[]): Told[] {
  const found: Told[] = [];
  for (const event of run) {
    const same = found.find((each) => event.kind !== undefined && event.event === "took" && each.event.event === "took");
    if (same) same.all.push(event);
    else found.push({ event, all: [event] });
  }
  return found;
}

/** What the words call it, if they have a word for it; some things have one of their own (`did_played_KIND`). */
function wordOf(game: string, event: StoryEvent, you: Seat): string {
  const words = [`${event.event}_${String(event.kind)}`, event.event];
  return words.find((word) => has(`${game}.${event.seat === you ? "you_did" : "did"}_${word}`)) ?? "";
}

function deed(game: string, { event, all }: Told, you: Seat): string {
  const word = wordOf(game, event, you);
  const kinds = all.map((each) => name(game, String(each.kind))).join(", ");
  const values = Object.fromEntries(Object.entries(event).filter(([, value]) => value !== true)) as Values;
  const told = { count: all.length, ...values, kinds };
  return event.seat === you ? ofGame(game, `you_did_${word}`, told) : ofGame(game, `did_${word}`, told);
}
