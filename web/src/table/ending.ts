// How a game ended, in words and as steps to the next one.
import type { Person } from "$/games/contract";
import { listed } from "$/games/telling";
import { api, Refusal } from "$/net/api";
import type { Result } from "$/net/messages";
import { go } from "$/state/router.svelte";
import type { Session } from "$/state/session.svelte";
import { t } from "$/words/words.svelte";

export function winnerText(people: Person[], { winners, points }: Result): string {
  const best = points[winners[0] ?? 0] ?? 0;
  const alone = winners.length === 1;
  if (alone && people[winners[0] ?? 0]?.yours) return t("table.you_win", { points: best });
  return t(alone ? "table.wins" : "table.share_win", { names: listed(people, winners), points: best });
}

/** To the table of the next game: the one that was offered, or a new one. Against bots alone it begins at once. */
export async function rematch(session: Session): Promise<void> {
  const offered = session.table?.rematch;
  if (!offered) await session.do({ type: "rematch" }).catch(orElseOffered);
  const next = session.table?.rematch;
  if (!next) return;
  const alone = session.table?.seats.every((seat, number) => seat.bot !== null || session.you.seats.includes(number));
  if (!offered && alone) await api.command(next, { type: "start" });
  go(`/table/${next}`);
}

function orElseOffered(fault: unknown): void {
  const late = fault instanceof Refusal && fault.code === "already_offered";
  if (!late) throw fault;
}
