// Bots as `pasar.bots` has them: by rules of thumb, or by a search in slices until a budget is used up.
import type { Correction, Kernel, Level, State, Tree } from "./kernel";
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
const SURE = 0.97; // if a secret choice is as likely as that whatever is still tried, thinking ends
const [FEWEST_NODES, NODES_A_SIMULATION] = [1 << 12, 12]; // of a tree for a counted thought
const OFTEN = 0.25; // of the tries of the most tried move
const LEAST = 0.001; // a chance that is nearer to 0 or 1 than this counts as so near

export interface Position {
  state: State;
  seat: number;
  players: number;
}

/** What thinks: one tree, used by one bot after another. */
export class Thinker {
  private tree: Tree | null = null;
  private trees = new Map<number, Tree>();
  /** What a seat sees next, if all goes as the tree says: then what it has found out is kept. */
  private foreseen: { seat: number; level: Level; sight: string } | null = null;

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

  /** What a search finds of every move, as `pasar.bots.search` does with the same seed. */
  expectations(position: Position, level: Level, source: BigUint64Array): Expectation[] {
    this.tree = this.planted(position, level, source);
    this.foreseen = null;
    return this.search(position, level, source).expected;
  }

  /** The share of the victory that a move leads to if the seat makes it, whatever it looks like, and how often that was tried. */
  worth(position: Position, actions: number[], level: Level, source: BigUint64Array): [share: number, visits: number] {
    const { kernel } = this;
    const { seat, players } = position;
    const tree = this.planted(position, level, source);
    let state = kernel.reopened(position.state, seat);
    for (const action of actions.slice(0, -1)) [state] = kernel.apply(state, seat, action);
    const last = actions.at(-1) ?? 0;
    kernel.search(state, seat, players, tree, level.settings, source, 1);
    if (kernel.toAct(state).length === 1) kernel.insist(tree, seat, last); // where others decide as well, all is tried by lot anyway
    kernel.search(state, seat, players, tree, level.settings, source, level.simulations);
    const [, , visits, share] = this.sorted(position, tree).find(([, action]) => action === last) ?? [0, 0, 1, 0];
    return [share, visits];
  }

  /** A tree with as much room as a native one, after the one simulation with which that settles in. */
  private planted({ state, seat, players }: Position, { settings, simulations }: Level, source: BigUint64Array): Tree {
    const room = Math.max(FEWEST_NODES, simulations * NODES_A_SIMULATION);
    const tree = this.trees.get(room) ?? this.kernel.plant(room);
    this.trees.set(room, tree);
    this.kernel.clear(tree);
    this.kernel.search(state, seat, players, tree, settings, source, 1);
    this.kernel.clear(tree);
    return tree;
  }

  private search(position: Position, level: Level, source: BigUint64Array): Decision {
    const { kernel } = this;
    const tree = (this.tree ??= kernel.plant(MOST_NODES));
    if (!this.isForeseen(position, level, tree)) kernel.clear(tree);
    const begun = kernel.reopened(position.state, position.seat);
    const [top, end] = [kernel.top(tree), this.now() + level.seconds];
    let [state, used] = [begun, 0];
    for (;;) {
      used += this.think({ ...position, state }, tree, level, source, level.simulations - used, end);
      const action = this.choose({ ...position, state }, tree, level);
      const move = textOf(kernel, state, position.seat, action);
      kernel.descend(tree, position.seat, action);
      [state] = kernel.apply(state, position.seat, action);
      if (move === null) continue;
      this.foresee({ ...position, state }, level);
      return { move, expected: this.expected({ ...position, state: begun }, tree, top), simulations: used };
    }
  }

  /** If the seat is to act again at once, remember what it should then see. */
  private foresee({ state, seat }: Position, level: Level): void {
    const again = String(this.kernel.toAct(state)) === String(seat);
    this.foreseen = again ? { seat, level, sight: String(this.kernel.observation(state, seat)) } : null;
  }

  private isForeseen({ state, seat }: Position, level: Level, tree: Tree): boolean {
    const { foreseen, kernel } = this;
    if (foreseen?.seat !== seat || foreseen.level !== level || kernel.top(tree) < 0 || kernel.nodes(tree) > tree.capacity / 2) return false;
    return foreseen.sight === String(kernel.observation(state, seat));
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
    } while (done < limit && this.now() < end && !this.isSettled(position, tree, level, limit - done, together));
    return done;
  }

  private hasMoreToDecide({ state, seat }: Position): boolean {
    const highest = this.kernel.openActions(state, seat).toString(2).length - 1;
    return textOf(this.kernel, state, seat, highest) === null;
  }

  private sorted({ seat }: Position, tree: Tree, parent = this.kernel.top(tree)): [number, number, number, number][] {
    return this.kernel.children(tree, parent, seat).sort((one, other) => other[2] - one[2] || one[1] - other[1]);
  }

  /** Whether what is left of the budget cannot change the decision any more. */
  private isSettled(position: Position, tree: Tree, level: Level, left: number, together: boolean): boolean {
    const visits = this.sorted(position, tree).map(([, , each]) => each);
    const [first = 0, second] = visits;
    if (second === undefined) return false;
    if (!together) return first - second > left;
    visits[1] = second + left;
    const odds = oddsOf(visits, level);
    return first > second + left && (odds[0] ?? 0) > SURE * odds.reduce((sum, each) => sum + each, 0);
  }

  /** The decision tried most; where others decide at the same time, one by lot, so that it cannot be foreseen. */
  private choose(position: Position, tree: Tree, level: Level): number {
    const found = this.sorted(position, tree);
    const together = this.kernel.toAct(position.state).length > 1;
    const odds = oddsOf(found.map(([, , visits]) => visits), level);
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

/** How likely each of some choices is made where others choose at the same time: without what was by chance. They need not add up to 1. */
function oddsOf(visits: number[], { settings, sharpness }: Level): number[] {
  const byChance = ((settings[MIXING] ?? 0) * visits.reduce((sum, each) => sum + each, 0)) / visits.length;
  const most = Math.max(...visits);
  return visits.map((each) => (Math.max(each - byChance, 0) / most) ** sharpness);
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

/** The same, with chances as they come true (`pasar.bots.advice` again). */
export function advice(decision: Decision, kernel: Kernel, { state, players }: Position): Decision {
  const [told, correction] = [advised(decision), kernel.manifest.hints[players]];
  if (!correction) return told;
  const moves = kernel.made(state);
  return { ...told, expected: told.expected.map((each) => ({ ...each, share: asComesTrue(correction, each.share, moves) })) };
}

export function asComesTrue(correction: Correction, share: number, moves: number): number {
  const bounded = Math.min(1 - LEAST, Math.max(LEAST, share));
  const at = (values: number[]) => between(correction.moves, values, moves);
  const odds = at(correction.slope) * Math.log(bounded / (1 - bounded)) + at(correction.shift);
  return 1 / (1 + Math.exp(-odds));
}

/** The value at a place, of those that are known at some places in rising order. */
function between(places: number[], values: number[], place: number): number {
  const after = places.findIndex((each) => each > place);
  if (after <= 0) return values.at(after) ?? 0; // before the first, or from the last on
  const [low = 0, high = 1] = places.slice(after - 1, after + 1);
  const [from = 0, to = 0] = values.slice(after - 1, after + 1);
  return from + ((to - from) * (place - low)) / (high - low);
}
