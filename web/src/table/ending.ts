// From the end of a game to the next one.
import { api, Refusal } from "$/net/api";
import { go } from "$/state/router.svelte";
import type { Session } from "$/state/session.svelte";
import { LEVELS } from "$/ui/people";

/** The level above that of all bots, where one plays only against bots of one level. */
export function harderThan({ table, you }: Session): string | null {
  const bots = table?.seats.flatMap((seat) => (seat.bot === null ? [] : [seat.bot])) ?? [];
  const [level] = new Set(bots);
  const alone = table?.seats.every((seat, number) => seat.bot === level || you.seats.includes(number));
  return level && alone && LEVELS.includes(level) ? (LEVELS[LEVELS.indexOf(level) + 1] ?? null) : null;
}

/** To the table of the next game: the one that was offered, or a new one. Against bots alone it begins at once, at the level asked for. */
export async function rematch(session: Session, level: string | null = null): Promise<void> {
  const offered = session.table?.rematch;
  if (!offered) await session.do({ type: "rematch" }).catch(orElseOffered);
  const next = session.table?.rematch;
  if (!next) return;
  const alone = session.table?.seats.every((seat, number) => seat.bot !== null || session.you.seats.includes(number));
  if (!offered && alone) {
    if (level) await levelUp(next, level);
    await api.command(next, { type: "start" });
  }
  go(`/table/${next}`);
}

function orElseOffered(fault: unknown): void {
  const late = fault instanceof Refusal && fault.code === "already_offered";
  if (!late) throw fault;
}

async function levelUp(table: string, level: string): Promise<void> {
  const { seats } = (await api.table(table, null)).table;
  for (const [seat, { bot }] of seats.entries()) if (bot !== null) await api.command(table, { type: "bot", seat, level });
}
