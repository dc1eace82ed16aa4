// The face of a game that brings none of its own: it can be played with what the server says of every game.
import type { GameUi } from "../contract";
import { describe } from "./describing";
import Piece from "./Piece.svelte";
import Sheet from "./Sheet.svelte";
import Table from "./Table.svelte";
import type { PlainView } from "./view";

export function faceOf(game: string): GameUi<PlainView> {
  return { Table, Piece, Sheet, motions: () => [], sound: () => null, describe: (move) => describe(game, move) };
}
