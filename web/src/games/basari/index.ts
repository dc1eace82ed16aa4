import type { GameUi } from "../contract";
import { cuts } from "./climax";
import { feelings } from "./feelings";
import { guide } from "./guide";
import { motions, sound } from "./motions";
import Piece from "./Piece.svelte";
import { describe } from "./saying";
import Sheet from "./Sheet.svelte";
import Table from "./Table.svelte";
import type { View } from "./view";

const ui: GameUi<View> = {
  Table, Piece, Sheet, motions, feelings, guide, sound, describe, climax: { cuts, load: () => import("./StageCount.svelte") },
};

export default ui;
