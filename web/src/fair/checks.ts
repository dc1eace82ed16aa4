// The proof of a fair deal, checked step by step. Everything is worked out here, from what the record says.
import { dealOf } from "$/games/deals";
import { commitmentOf, type Dealt, luckOf, METHOD } from "$/local/fair";

/** What is checked, in this order. */
export const STEPS = ["method", "secret", "deal"] as const;

export interface Check {
  step: (typeof STEPS)[number];
  holds: boolean;
  /** What was worked out, if one can look at it. */
  found?: string;
}

/** Whether this browser can: without a secure connection it does not lend us its SHA-256. */
export function canCheck(): boolean {
  return isSecureContext && "subtle" in crypto;
}

/** The checks as they are made, one after another; the first that fails is the last. */
export async function* checks(record: Dealt): AsyncGenerator<Check> {
  const load = dealOf(record.game);
  const known = record.fair.method === METHOD && load !== undefined;
  yield { step: "method", holds: known, found: record.fair.method };
  if (!known) return;
  const found = await commitmentOf(record.fair.secret);
  const kept = found === record.fair.commitment;
  yield { step: "secret", holds: kept, found };
  if (!kept) return;
  const deal = await load();
  yield { step: "deal", holds: isPlayed(deal(await luckOf(record), record.rules), record.setup) };
}

/** What chance decided must be what was played; what else a setup has (the cards themselves) is not chance. */
function isPlayed(dealt: Record<string, unknown>, setup: Record<string, unknown>): boolean {
  return Object.entries(dealt).every(([part, cards]) => JSON.stringify(cards) === JSON.stringify(setup[part]));
}
