// Tables that live in this browser, and beside them how the finished ones ended: with thousands of them, lists need no table.
import type { Face, FinishedGame, Options, Stage } from "$/net/messages";
import type { Rules } from "./kernel";
import { shelf } from "./shelf";

export interface KeptSeat {
  /** Whether somebody at this device plays here. */
  mine: boolean;
  name: string;
  bot: string | null;
  salt: string | null;
  away: boolean;
  face?: Face | null;
}

/** Everything about a table: its deal follows from the secret and the salts, its position from its moves. */
export interface KeptTable {
  id: string;
  made_at: number;
  changed_at: number;
  stage: Stage;
  options: Options;
  seats: KeptSeat[];
  secret: string;
  commitment: string;
  rules: Rules | null;
  /** Seat, move, who decided it, and the first of those that were chosen in secret together. */
  moves: [seat: number, move: string, by: "person" | "bot", first: number][];
  chosen: Record<number, [move: string, by: "person" | "bot"]>;
  /** Never the number of an earlier position, though moves are taken back. */
  position: number;
  since: number;
  rematch: string | null;
  /** The deal of a record that has no proof of it, in Base64: where it came from nobody can tell. */
  dealt?: string;
  /** The state of another game from which this one goes on, in Base64: it has no deal of its own to be checked. */
  position_of?: string;
}

/** Whether there is a decision at a table that must not be lost. */
export function isDecided({ position, chosen }: KeptTable): boolean {
  return position > 0 || Object.keys(chosen).length > 0;
}

export const store = shelf<KeptTable>("pasar", "tables", "id");
export const finished = shelf<FinishedGame>("pasar-finished", "games", "table");
