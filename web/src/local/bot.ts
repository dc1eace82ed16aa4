// Bots as `pasar.bots` has them: by rules of thumb, or by a search in slices until a budget is used up.
import type { Kernel, Level, State, Tree } from "./kernel";
import { textOf } from "./match";

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
/** Levels that tables of old have: as strong as these. */
const OLD: Record<string, string> = { medium: "strong", hard: "expert" };
export const STAND_IN = "club"; // plays for whoever is away
export const ADVISER = "adviser";
const BEST = "champion"; // its settings are the adviser's
const ADVISERS_BUDGET = { simulations: 200_000, seconds: 2 };
const MIXING = 7; // the cell of a search's settings: the part of secret choices that is by chance
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
    return chance === undefined ? this.search(position, this.level(level, position.players), source) : this.quick(position, chance, source);
  }

  private level(name: string, players: number): Level {
    const levels = this.kernel.manifest.levels[players];
    const found = levels?.[name === ADVISER ? BEST : (OLD[name] ?? name)];
    if (!found) throw new Error(`there is no bot ${name} for ${players} players`);
    return name === ADVISER ? { ...found, ...ADVISERS_BUDGET } : found;
  }

  private quick({ state, seat }: Position, chance: number, source: BigUint64Array): Decision {
    for (let here = state; ; ) {
      const action = this.kernel.byRulesOfThumb(here, seat, chance, source);
      const move = textOf(this.kernel, here, seat, action);
      if (move !== null) return { move, expected: [], simulations: 0 };
      [here] = this.kernel.apply(here, seat, action);
    }
  }

  private search(position: Position, level: Level, source: BigUint64Array): Decision {
    const { kernel } = this;
    const tree = (this.tree ??= kernel.plant(MOST_NODES));
    kernel.clear(tree);
    const begun = kernel.reopened(position.state, position.seat);
    const [top, end] = [kernel.top(tree), this.now() + level.seconds];
    let [state, used] = [begun, 0];
    for (;;) {
      used += this.think({ ...position, state }, tree, level, source, level.simulations - used, end);
      const action = this.choose({ ...position, state }, tree, level);
      const move = textOf(kernel, state, position.seat, action);
      kernel.descend(tree, position.seat, action);
      if (move !== null) return { move, expected: this.expected({ ...position, state: begun }, tree, top), simulations: used };
      [state] = kernel.apply(state, position.seat, action);
    }
  }

  /** Search until the budget is used up or the decision settled. */
  private think(position: Position, tree: Tree, level: Level, source: BigUint64Array, left: number, until: number): number {
    const { kernel } = this;
    const part = this.hasMoreToDecide(position) ? FIRST_PART : 1;
    const limit = Math.max(1, Math.floor(left * part));
    const end = this.now() + (until - this.now()) * part;
    const together = kernel.toAct(position.state).length > 1;
    let done = 0;
    do {
      const count = Math.min(SLICE, limit - done);
      kernel.search(position.state, position.seat, position.players, tree, level.settings, source, count);
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
  private choose(position: Position, tree: Tree, { settings, sharpness }: Level): number {
    const found = this.sorted(position, tree);
    const together = this.kernel.toAct(position.state).length > 1;
    const byChance = ((settings[MIXING] ?? 0) * found.reduce((sum, [, , visits]) => sum + visits, 0)) / found.length;
    const odds = found.map(([, , visits]) => (Math.max(visits - byChance, 0) / (found[0]?.[2] ?? 1)) ** sharpness);
    let rest = together ? Math.random() * odds.reduce((sum, each) => sum + each, 0) : 0;
    const [, action = 0] = found.find((_, place) => (rest -= odds[place] ?? 0) < 0) ?? found[0] ?? [];
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
