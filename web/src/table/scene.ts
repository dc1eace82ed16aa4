// Puts together what a game's table is shown with, from what the server told.
import type { Person, Scene } from "$/games/contract";
import type { Play, Presence, Seat, StoryLine, TableInfo, You } from "$/net/messages";
import { seatName } from "$/ui/people";
import { knows, language, say } from "$/words/words.svelte";

export function people(table: TableInfo, you: You, presence: Presence): Person[] {
  return table.seats.map((seat, number) => ({
    seat: number,
    name: seatName(seat, number),
    bot: seat.bot,
    away: seat.away,
    here: seat.bot !== null || (presence.seats[number] ?? false),
    yours: you.seats.includes(number),
  }));
}

export interface Around {
  table: TableInfo;
  people: Person[];
  eyes: number | null;
}

export function scene(play: Play, story: StoryLine[], around: Around, hint: string | null = null): Scene {
  return {
    game: around.table.options.game,
    view: play.view,
    people: around.people,
    eyes: around.eyes,
    menu: play.menu,
    waiting: play.waiting,
    chosen: play.chosen,
    choice: play.choice,
    switches: around.table.options.switches,
    hint,
    story,
    result: play.result ?? null,
    allHands: null,
  };
}

let lists: Intl.ListFormat | null = null; // takes several milliseconds to make

/** Several names as one would say them: "Ann, Bob and Eve". */
export function listed(people: Person[], seats: Seat[]): string {
  if (seats.length === 1) return people[seats[0] ?? 0]?.name ?? "";
  if (lists?.resolvedOptions().locale !== language()) lists = new Intl.ListFormat(language());
  return lists.format(seats.map((seat) => people[seat]?.name ?? ""));
}

/** What is to be done in the phase in which the game is, if its words say so. */
export function task({ game, view }: Scene): string {
  const phase = (view as { phase?: string } | null)?.phase ?? "";
  return knows(game, "phases", phase) ? say(game, "phases", phase) : "";
}

/** What a variant is called: the words begin with its name. */
export function variantName(game: string, name: string): string {
  return say(game, "options", name).split(/\s*:/)[0] ?? name;
}
