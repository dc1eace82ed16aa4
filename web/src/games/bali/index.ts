import type { GameUi } from "../contract";
import "./art";
import "./bali.css";
import { cuts } from "./climax";
import type { View } from "./model";
import { motions, sound } from "./motions";
import { describe } from "./moves";
import Piece from "./Piece.svelte";
import Sheet from "./Sheet.svelte";
import Table from "./Table.svelte";

const ui: GameUi<View> = { Table, Piece, Sheet, motions, sound, describe, climax: { cuts, load: () => import("./Reckoning.svelte") } };

export default ui;
