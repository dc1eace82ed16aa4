// The analysis of one finished game: asked for as soon as somebody looks at its end, and waited for in the background.
import { api, Refusal } from "$/net/api";
import type { Analysis, Seat } from "$/net/messages";
import { mistakesOf, type Told } from "./exercise";
import { practice } from "./practice.svelte";

const FIRST = 700; // milliseconds until we ask again, longer each time
const LONGEST = 5000;
const LONGER = 1.3;
const NEVER = ["needs_server", "never", "old_rules"];

export class Coaching {
  analysis = $state.raw<Analysis | null>(null);
  /** How much of it is done, from 0 to 1. */
  done = $state(0);
  /** Why there is none: a refusal's code. */
  fault = $state<string | null>(null);

  constructor(
    private readonly table: string,
    private readonly key: string | null,
    private readonly own: () => Seat | undefined,
  ) {
    void this.begin();
  }

  /** Whether nobody can do anything about there being none. */
  get impossible(): boolean {
    return this.fault !== null && NEVER.includes(this.fault);
  }

  /** One's own mistakes come back as positions to solve. */
  private async remember(): Promise<void> {
    const seat = this.own();
    if (this.analysis === null || seat === undefined || !this.analysis.decisions.some((each) => each.seat === seat && each.name)) return;
    const record = await api.record(this.table, this.key).catch(() => null);
    if (record) await practice.add(mistakesOf(this.analysis, record as Told & Record<string, unknown>, this.table, seat));
  }

  async begin(): Promise<void> {
    this.fault = null;
    try {
      let state = await api.analyse(this.table, this.key);
      for (let pause = FIRST; state.state === "working"; pause = Math.min(LONGEST, pause * LONGER)) {
        this.done = state.done;
        await new Promise((resolve) => setTimeout(resolve, pause));
        state = await api.analysis(this.table, this.key);
      }
      this.analysis = state.analysis;
      void this.remember();
      if (!state.analysis) this.fault = state.state;
    } catch (refused) {
      if (!(refused instanceof Refusal)) throw refused;
      this.fault = refused.code;
    }
  }
}

const known = new Map<string, Coaching>();

/** The same one for everybody on this page: the end of a game asks for it, the replay shows it. */
export function coachingOf(table: string, key: string | null, own: () => Seat | undefined): Coaching {
  const found = known.get(table);
  if (found && !found.fault) return found;
  const coaching = new Coaching(table, key, own);
  known.set(table, coaching);
  return coaching;
}
