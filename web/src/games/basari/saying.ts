// The one thing to do now, in a sentence; and moves in words.
import { name, t } from "$/words/words.svelte";
import type { Seat } from "$/net/messages";
import type { Person, Scene } from "../contract";
import { listed, reader, sentence } from "../telling";
import { inWords, ofMove } from "./bundles";
import { eventsOf } from "./rounds";
import type { View } from "./view";

export function prompt(scene: Scene<View>): string {
  const { view, menu, eyes } = scene;
  if (view.phase === "over") return over(scene);
  if (view.phase === "dealt" && view.haggle) return agreed(scene);
  if (menu && eyes !== null) return mine(scene);
  const others = scene.waiting.filter((seat) => seat !== eyes);
  const awaited = others.length ? others : scene.waiting; // in a replay it may be oneself
  if (awaited.length === 0) return view.seats.every(({ chosen }) => chosen) && view.phase === "choose" ? t("basari.all_chose") : "";
  return t(`basari.wait_${view.phase}`, { names: listed(scene.people, awaited), n: awaited.length });
}

function mine({ view, choice }: Scene<View>): string {
  if (view.phase === "choose" && choice) return t("basari.todo_chosen");
  return t(`basari.todo_${view.phase}`);
}

/** Who accepted what, while the two shake hands over it. */
function agreed({ game, story, people }: Scene<View>): string {
  const accepted = eventsOf(story).findLast(({ event }) => event === "accepted");
  return accepted ? sentence(game, accepted, people) : "";
}

function over({ result, people }: Scene<View>): string {
  const winners = result?.winners ?? [];
  return t("basari.over", { names: listed(people, winners), n: winners.length });
}

/** Of somebody by name; of who reads alone, as one speaks to people. */
export function of(seat: Seat | null | undefined, people: Person[], said: string, toReader: string): string {
  const person = people[seat ?? -1];
  return person && person.seat === reader(people) ? t(toReader) : t(said, { name: person?.name ?? "" });
}

export function describe(move: string): string {
  const [word = "", gem = ""] = move.split(" ");
  if (word === "bid") return t("basari.move_bid", { bundle: inWords(ofMove(move)) });
  if (gem) return t(`basari.move_${word}`, { gem: name("basari", gem) });
  return word === "accept" ? t("basari.move_accept") : t(`basari.move_${word.toLowerCase()}`);
}
