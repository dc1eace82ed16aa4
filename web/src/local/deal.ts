// A deal that can be proved fair (`pasar.match.fair`): its numbers come from a secret and everybody's salts.
import { commitmentOf, hex, METHOD, numbersOf } from "./fair";
import type { Fair } from "$/net/messages";
import type { Kernel, Rules, State } from "./kernel";

const SECRET = 32; // bytes

export function newSecret(): string {
  return hex(crypto.getRandomValues(new Uint8Array(SECRET)).buffer);
}

export async function dealt(kernel: Kernel, rules: Rules, secret: string, salts: string[]): Promise<State> {
  const { name, deal_words: count } = kernel.manifest;
  const numbers = await numbersOf({ game: name, rules, fair: { method: METHOD, secret, salts } }, Math.ceil(count / 4));
  return kernel.deal(kernel.blank(rules), BigUint64Array.of(1n, ...numbers.slice(0, count)));
}

export async function proof(secret: string, salts: string[]): Promise<Fair> {
  return { method: METHOD, commitment: await commitmentOf(secret), salts, secret };
}
