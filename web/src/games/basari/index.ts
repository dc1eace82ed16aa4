import type { GameUi } from "../contract";
import "./art";
import Piece from "./Piece.svelte";
import Sheet from "./Sheet.svelte";
import Table from "./Table.svelte";

const ui: GameUi = {
  Table,
  Piece,
  Sheet,
  motions: () => [],
  sound: () => null,
  describe: (move) => move,
  emblem: "basari/crown",
};

export default ui;
