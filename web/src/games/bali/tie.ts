// What decided between those with equal points, with its numbers.
import type { Result } from "$/net/messages";
import { t } from "$/words/words.svelte";
import type { BaliScene, View } from "./model";

export function tie({ view, result }: BaliScene): string {
  if (!result) return "";
  return result.winners.length > 1 ? shared(view, result) : tieBroken(view, result);
}

function shared({ seats }: View, { points, winners: [first = 0] }: Result): string {
  const { front, stone = 0 } = seats[first] ?? {};
  return t("bali.sheet_shared", { points: points[first] ?? 0, shrines: front?.shrine ?? 0, stone });
}

/** Empty where nobody has as many points as the winner, or where even what breaks a tie is equal. */
export function tieBroken({ seats }: View, { points, winners }: Result): string {
  const winner = winners[0] ?? 0;
  const equal = seats.filter((_, seat) => seat !== winner && points[seat] === points[winner]);
  const best = seats[winner];
  if (!best || equal.length === 0 || winners.length > 1) return "";
  const built = Math.max(...equal.map(({ front }) => front.shrine ?? 0));
  const n = best.front.shrine ?? 0;
  if (n > built) return t("bali.sheet_tie_shrines", { n, other: built });
  const rivals = equal.filter(({ front }) => (front.shrine ?? 0) === n);
  return t("bali.sheet_tie_stone", { n: best.stone, other: Math.max(...rivals.map(({ stone }) => stone)) });
}
