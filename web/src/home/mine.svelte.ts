// My tables, as they are now: asked for once, then heard of line by line. A page that nobody sees hears nothing.
import { api, meet } from "$/net/api";
import type { TableLine } from "$/net/messages";
import { serverless } from "$/state/root";

const WHOLE = 100; // as many tables as the server tells of at once
const FIRST_WAIT = 1_000; // milliseconds before the first new try
const LONGEST_WAIT = 30_000;

export class MyTables {
  tables = $state.raw<TableLine[]>([]);
  /** Whether they have been asked for with success at least once. */
  known = $state(false);
  /** Whether what is shown may be out of date. */
  lost = $state(false);
  /** Whether there are older ones that have not been asked for. */
  more = $state(false);
  private listening: AbortController | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;

  /** To be called while a component is set up; begins when it is wanted, and ends with it. */
  follow(wanted = () => true): void {
    $effect(() => {
      if (!wanted()) return;
      document.addEventListener("visibilitychange", this.turn);
      this.turn();
      return () => {
        document.removeEventListener("visibilitychange", this.turn);
        this.stop();
      };
    });
  }

  async older(): Promise<void> {
    const last = Math.min(...this.tables.map((line) => line.changed_at));
    const { tables } = await api.myTables(last);
    this.tables = [...this.tables, ...tables];
    this.more = tables.length >= WHOLE;
  }

  private turn = (): void => {
    if (document.hidden) this.stop();
    else void this.listen();
  };

  private stop(): void {
    clearTimeout(this.timer);
    this.listening?.abort();
    this.listening = null;
  }

  private async listen(): Promise<void> {
    this.stop();
    const own = (this.listening = new AbortController());
    try {
      await meet();
      const answer = serverless ? null : await fetch("/api/me/stream", { signal: own.signal });
      this.tables = (await api.myTables()).tables;
      this.more = this.tables.length >= WHOLE;
      [this.known, this.lost, this.wait] = [true, false, FIRST_WAIT];
      if (!answer) return; // tables of this page change by this page alone
      await this.hear(answer);
    } catch {
      // Lost connections and refusals alike: we come back, a little later each time.
    }
    if (own.signal.aborted) return;
    this.lost = true;
    this.timer = window.setTimeout(() => void this.listen(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private async hear(answer: Response): Promise<void> {
    if (!answer.ok || !answer.body) return;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let got = await reader.read(); !got.done; got = await reader.read()) {
      const lines = (rest + got.value).split("\n");
      rest = lines.pop() ?? "";
      lines.filter((line) => line.trim()).forEach((line) => this.heard(JSON.parse(line) as TableLine));
    }
  }

  private heard(line: TableLine): void {
    const others = this.tables.filter((each) => each.table !== line.table);
    const isMine = line.host || line.yours.length > 0; // who has stood up is told of the table once more
    this.tables = isMine ? [line, ...others] : others;
  }
}

/** Those that wait for me first, then those whose clock runs out soonest, then the last changed. */
export function byUrgency(one: TableLine, other: TableLine): number {
  const late = (line: TableLine) => line.deadline ?? Number.MAX_SAFE_INTEGER;
  return Number(other.your_turn) - Number(one.your_turn) || late(one) - late(other) || other.changed_at - one.changed_at;
}
