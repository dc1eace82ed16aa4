// What the server's words say of a game: of what happened and to whom, of what is to be done, of its variants.
import type { Replay, Seat, StoryEvent, StoryLine, TableInfo, Values } from "$/net/messages";
import { has, knows, ofGame, say, t } from "$/words/words.svelte";
import type { Person, Scene } from "./contract";

/** What happened, with the players' names in it; whoever reads it alone is called "you". */
export function sentence(game: string, event: StoryEvent, people: Person[]): string {
  const you = reader(people);
  const called: Values = { ...valuesOf(event), seat: people[event.seat]?.name ?? "" };
  if (typeof event.other === "number") called.other = people[event.other]?.name ?? "";
  const form = event.seat === you ? event.event : event.other === you ? `with_${event.event}` : null;
  if (you !== undefined && form && has(`${game}.you_${form}`)) return ofGame(game, `you_${form}`, called);
  return say(game, "events", key(game, event.event, called), called);
}

/** Who reads; nobody where several share a screen, or where one only looks on. */
export function reader(people: Person[]): Seat | undefined {
  const own = people.filter((person) => person.yours);
  return own.length === 1 ? own[0]?.seat : undefined;
}

/** What its sentence may name: neither what it is called nor that there was no choice. */
function valuesOf(event: StoryEvent): Values {
  const named = Object.entries(event).filter(([key, value]) => key !== "event" && value !== true);
  return Object.fromEntries(named) as Values;
}

const ALWAYS = 2; // the rule and the seat are never hidden

/** Some events have a form for those who may not know everything: it asks for no value that is missing. */
function key(game: string, name: string, values: Values): string {
  const hidden = `${name}_hidden`;
  return knows(game, "events", hidden) && Object.keys(values).length === ALWAYS ? hidden : name;
}

/** Several names as one would say them: "Ann, Bob and Eve". */
export function listed(people: Person[], seats: Seat[]): string {
  return inList(seats.map((seat) => people[seat]?.name ?? ""));
}

/** "bought rice, played a mason and took a card". */
export function inList(parts: string[]): string {
  const others = parts.slice(0, -1).join(", ");
  const last = parts.at(-1) ?? "";
  return others ? t(parts.length === 2 ? "ui.list_of_two" : "ui.list", { others, last }) : last;
}

/** What is to be done in the phase in which the game is, if its words say so. */
export function task({ game, view }: Scene): string {
  const phase = (view as { phase?: string } | null)?.phase ?? "";
  return knows(game, "phases", phase) ? say(game, "phases", phase) : "";
}

/** A variant's name and what it means: "The oracle: new rows may let you look…" says both. */
export function variant(game: string, name: string): { title: string; help: string } {
  const sentence = say(game, "options", name);
  const [, title, rest] = /^([^:]{1,30}?)\s*:\s*(.+)$/.exec(sentence) ?? [];
  if (!title || !rest) return { title: sentence, help: "" };
  return { title, help: rest.charAt(0).toUpperCase() + rest.slice(1) };
}

/** What each frame tells, as a live table would have told it. */
export function storyOf({ frames, table }: Replay): StoryLine[] {
  return frames.map(({ seat = null, events }, move) => ({ move, seat, by: moverOf(table, seat), events }));
}

function moverOf(table: TableInfo, seat: Seat | null): StoryLine["by"] {
  if (seat === null) return null;
  return table.seats[seat]?.bot === null ? "person" : "bot";
}

/** A story before and after its first `told` events; a line that is cut is in both. */
export function divided(story: StoryLine[], told: number): [StoryLine[], StoryLine[]] {
  const [first, rest]: [StoryLine[], StoryLine[]] = [[], []];
  for (const line of story) {
    const events = line.events.slice(0, told);
    told -= events.length;
    if (rest.length === 0 && (events.length || !line.events.length)) first.push({ ...line, events });
    if (events.length < line.events.length) rest.push({ ...line, events: line.events.slice(events.length) });
    else if (rest.length && !line.events.length) rest.push(line);
  }
  return [first, rest];
}

/** One story after the other, where the second may begin in the middle of the first's last line. */
export function joined(story: StoryLine[], more: StoryLine[]): StoryLine[] {
  const [last, next] = [story.at(-1), more[0]];
  if (!last || last.move !== next?.move) return [...story, ...more];
  return [...story.slice(0, -1), { ...last, events: [...last.events, ...next.events] }, ...more.slice(1)];
}
