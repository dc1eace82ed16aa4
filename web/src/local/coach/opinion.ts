// What the bots' search says of one decision (`pasar.coach.decisions`): it thinks ahead and judges by a net.
import { type Expectation, Thinker } from "../bot";
import type { State } from "../kernel";
import type { Court, Line } from "./court";
import { Estimate } from "./sums";
import type { Turn } from "./walk";

const SEARCHING = 4; // a question that has worlds of its own

export class Opinion {
  private readonly state: State;
  private readonly seed: bigint;
  private known: Expectation[] | null = null;

  constructor(private readonly court: Court, state: State, private readonly turn: Turn, number: number, private readonly thinker: Thinker) {
    this.state = court.kernel.resampled(state, turn.seat, BigUint64Array.of(0n));
    this.seed = court.seedFor(SEARCHING, number, turn.seat);
  }

  get expected(): Expectation[] {
    this.known ??= this.thinker.expectations(this.position, this.level(1), BigUint64Array.of(this.seed));
    return this.known;
  }

  /** Of the victory that its own move brings more than this one; a whole one if it has not tried it. */
  prefers(text: string): number {
    const [best] = this.expected;
    const found = this.expected.find(({ move }) => move === text);
    return best && found ? best.share - found.share : 1;
  }

  worth(line: Line): Estimate {
    const level = this.level(this.court.coaching.bars.closely);
    const actions = line.map(([, action]) => action);
    const [share, visits] = this.thinker.worth(this.position, actions, level, BigUint64Array.of(this.seed));
    return new Estimate(share, this.court.coaching.bars.most_spread / Math.sqrt(visits));
  }

  private get position() {
    return { state: this.state, seat: this.turn.seat, players: this.court.players };
  }

  private level(times: number) {
    const { search, budget } = this.court.coaching;
    return { ...search, simulations: times * budget.second, seconds: Infinity };
  }
}
