// Who is glad of what a round or a stage brought: those who lead a colour or were paid, not those who got nothing.
import type { Seat, StoryLine } from "$/net/messages";
import type { Feelings, Scene } from "../contract";
import { eventsOf } from "./rounds";
import type { View } from "./view";

export function feelings(before: Scene<View>, after: Scene<View>, story: StoryLine[]): Feelings | null {
  const events = eventsOf(story);
  const by = (name: string): Seat[] => events.filter(({ event }) => event === name).map(({ seat }) => seat);
  if (by("stage_ended").length) {
    const paid = [...by("led"), ...by("shared"), ...by("workers_paid")];
    return { pleased: by("led"), outdone: [...after.view.seats.keys()].filter((seat) => !paid.includes(seat)) };
  }
  const forfeited = events.filter(({ event }) => event === "forfeited").map(({ action }) => action);
  const outdone = before.view.seats.flatMap(({ choice }, seat) => (choice && forfeited.includes(choice) ? [seat] : []));
  const pleased = by("accepted");
  return pleased.length || outdone.length ? { pleased, outdone } : null;
}
