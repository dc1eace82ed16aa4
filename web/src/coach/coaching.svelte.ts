// The analysis of one finished game: asked for as soon as somebody looks at its end, and waited for in the background.
import { api, Refusal } from "$/net/api";
import type { Analysis } from "$/net/messages";

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
  ) {
    void this.begin();
  }

  /** Whether nobody can do anything about there being none. */
  get impossible(): boolean {
    return this.fault !== null && NEVER.includes(this.fault);
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
      if (!state.analysis) this.fault = state.state;
    } catch (refused) {
      if (!(refused instanceof Refusal)) throw refused;
      this.fault = refused.code;
    }
  }
}

const known = new Map<string, Coaching>();

/** The same one for everybody on this page: the end of a game asks for it, the replay shows it. */
export function coachingOf(table: string, key: string | null): Coaching {
  const found = known.get(table);
  if (found && !found.fault) return found;
  const coaching = new Coaching(table, key);
  known.set(table, coaching);
  return coaching;
}
