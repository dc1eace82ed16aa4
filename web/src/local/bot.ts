// Bots as `pasar.bots` has them: by rules of thumb, or by a search in slices until a budget is used up.
import type { Kernel, State, Tree } from "./kernel";
import { textOf } from "./match";

export interface Budget {
  simulations: number;
  seconds: number;
}

export interface Expectation {
  move: string;
  visits: number;
  share: number;
}

export interface Decision {
  move: string;
  expected: Expectation[];
  simulations: number;
}

/** Chance of a decision by none, in percent, of those that decide by rules of thumb. */
const BY_RULES_OF_THUMB: Record<string, number> = { random: 100, greedy: 0, easy: 25 };
/** Of those that search. A native thinker has a tenth of a second and a second, and is three to four times as fast. */
const LEAST: Budget = { simulations: 100, seconds: 10 };
const BUDGETS: Record<string, Budget> = {
  medium: LEAST,
  hard: { simulations: 20_000, seconds: 0.4 },
  expert: { simulations: 200_000, seconds: 2 },
};
export const LEVELS = ["easy", "medium", "hard", "expert"];
const STRONG = [0.4, 2, 0, 0, 0, 10]; // exploration, prior, chance, cut, margin, its scale
const SLICE = 256; // simulations between two looks at the clock
const FIRST_PART = 0.6; // of the budget that is left goes to a decision after which the move has more to decide
const MOST_NODES = 1 << 19; // 16 MB
const SHOWN = 12;
const OFTEN = 0.25; // of the tries of the most tried move

export interface Position {
  state: State;
  seat: number;
  players: number;
}

/** What thinks: one tree, used by one bot after another. */
export class Thinker {
  private tree: Tree | null = null;

  constructor(private readonly kernel: Kernel, private readonly now: () => number = () => performance.now() / 1000) {}

  decide(level: string, position: Position, source: BigUint64Array): Decision {
    const chance = BY_RULES_OF_THUMB[level];
    return chance === undefined ? this.search(position, BUDGETS[level] ?? LEAST, source) : this.quick(position, chance, source);
  }

  private quick({ state, seat }: Position, chance: number, source: BigUint64Array): Decision {
    for (let here = state; ; ) {
      const action = this.kernel.byRulesOfThumb(here, seat, chance, source);
      const move = textOf(this.kernel, here, seat, action);
      if (move !== null) return { move, expected: [], simulations: 0 };
      [here] = this.kernel.apply(here, seat, action);
    }
  }

  search(position: Position, budget: Budget, source: BigUint64Array): Decision {
    const { kernel } = this;
    const tree = (this.tree ??= kernel.plant(MOST_NODES));
    kernel.clear(tree);
    const begun = kernel.reopened(position.state, position.seat);
    const [top, end] = [kernel.top(tree), this.now() + budget.seconds];
    let [state, used] = [begun, 0];
    for (;;) {
      used += this.think({ ...position, state }, tree, source, budget.simulations - used, end);
      const action = this.choose({ ...position, state }, tree);
      const move = textOf(kernel, state, position.seat, action);
      kernel.descend(tree, position.seat, action);
      if (move !== null) return { move, expected: this.expected({ ...position, state: begun }, tree, top), simulations: used };
      [state] = kernel.apply(state, position.seat, action);
    }
  }

  /** Search until the budget is used up or the decision settled. */
  private think(position: Position, tree: Tree, source: BigUint64Array, left: number, until: number): number {
    const { kernel } = this;
    const part = this.hasMoreToDecide(position) ? FIRST_PART : 1;
    const limit = Math.max(1, Math.floor(left * part));
    const end = this.now() + (until - this.now()) * part;
    const together = kernel.toAct(position.state).length > 1;
    let done = 0;
    do {
      const count = Math.min(SLICE, limit - done);
      kernel.search(position.state, position.seat, position.players, tree, STRONG, source, count);
      done += count;
    } while (done < limit && this.now() < end && (together || !this.isSettled(position, tree, limit - done)));
    return done;
  }

  private hasMoreToDecide({ state, seat }: Position): boolean {
    const highest = this.kernel.openActions(state, seat).toString(2).length - 1;
    return textOf(this.kernel, state, seat, highest) === null;
  }

  private sorted({ seat }: Position, tree: Tree, parent = this.kernel.top(tree)): [number, number, number, number][] {
    return this.kernel.children(tree, parent, seat).sort((one, other) => other[2] - one[2] || one[1] - other[1]);
  }

  private isSettled(position: Position, tree: Tree, left: number): boolean {
    const [first, second] = this.sorted(position, tree);
    return Boolean(first && second && first[2] - second[2] > left);
  }

  /** The decision tried most; where others decide at the same time, one by lot, so that it cannot be foreseen. */
  private choose(position: Position, tree: Tree): number {
    const found = this.sorted(position, tree);
    const together = this.kernel.toAct(position.state).length > 1;
    let rest = together ? Math.random() * found.reduce((sum, [, , visits]) => sum + visits, 0) : 0;
    const [, action = 0] = found.find(([, , visits]) => (rest -= visits) < 0) ?? found[0] ?? [];
    return action;
  }

  private expected(position: Position, tree: Tree, parent: number): Expectation[] {
    const found = this.sorted(position, tree, parent).slice(0, SHOWN).flatMap(([node, action, visits, share]) => {
      const move = textOf(this.kernel, position.state, position.seat, action);
      if (move !== null) return [{ move, visits, share }];
      const [state] = this.kernel.apply(position.state, position.seat, action);
      return this.expected({ ...position, state }, tree, node);
    });
    return found.sort((one, other) => other.visits - one.visits).slice(0, SHOWN);
  }
}

/** What to tell a person: the best chance among what was tried often, and nothing that looks better (see `pasar.bots.advice`). */
export function advised(decision: Decision): Decision {
  const enough = OFTEN * Math.max(...decision.expected.map(({ visits }) => visits));
  const tried = decision.expected.filter(({ visits }) => visits >= enough).sort((one, other) => other.share - one.share);
  const [best] = tried;
  if (!best) return decision;
  const others = decision.expected.filter((each) => each !== best && each.share <= best.share);
  return { ...decision, move: best.move, expected: [best, ...others.sort((one, other) => other.share - one.share)] };
}
