// Puts together what a game's table is shown with, from what the server told.
import type { Person, Scene } from "$/games/contract";
import type { Play, Presence, StoryLine, TableInfo, You } from "$/net/messages";
import { facesAt } from "$/ui/faces.svelte";
import { seatName } from "$/ui/people";

export function people(table: TableInfo, you: You, presence: Presence): Person[] {
  const faces = facesAt(table.seats);
  return table.seats.map((seat, number) => ({
    seat: number,
    name: seatName(seat, number),
    bot: seat.bot,
    face: faces[number] ?? "lamp",
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
    hint,
    story,
    result: play.result ?? null,
    allHands: null,
  };
}
