import { name, t } from "$/words/words.svelte";
import type { GameUi } from "../contract";
import "./bali.css";
import { cuts } from "./climax";
import { type BaliScene, isGood, type View } from "./model";
import { feelings } from "./feelings";
import { guide } from "./guide";
import { motions, sound } from "./motions";
import { describe } from "./moves";
import Piece from "./Piece.svelte";
import Sheet from "./Sheet.svelte";
import Table from "./Table.svelte";
import { tie } from "./tie";

/** "10 bananas at 3". */
function made({ view }: BaliScene, part: string, seat: number): string {
  if (!isGood(part)) return "";
  const n = view.goods?.[seat]?.[part] ?? 0;
  return t("bali.worth_crop", { n, good: name("bali", part), value: view.values?.[part] ?? 0 });
}

const ui: GameUi<View> = {
  Table, Piece, Sheet, motions, feelings, guide, sound, describe, tie, made, climax: { cuts, load: () => import("./Reckoning.svelte") },
};

export default ui;
