// What happened, in words: the sentence of an event, with the players' names in it.
import type { StoryEvent, Value } from "$/net/messages";
import { knows, say } from "$/words/words.svelte";
import type { Person } from "./contract";

export function sentence(game: string, event: StoryEvent, people: Person[]): string {
  const { event: name, seat, ...values } = event;
  const called: Record<string, Value> = { ...values, seat: people[seat]?.name ?? "" };
  if (typeof values.other === "number") called.other = people[values.other]?.name ?? "";
  return say(game, "events", key(game, name, called), called);
}

const ALWAYS = 2; // the rule and the seat are never hidden

/** Some events have a form for those who may not know everything: it asks for no value that is missing. */
function key(game: string, name: string, values: Record<string, Value>): string {
  const hidden = `${name}_hidden`;
  return knows(game, "events", hidden) && Object.keys(values).length === ALWAYS ? hidden : name;
}
