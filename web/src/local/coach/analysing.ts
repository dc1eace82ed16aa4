// Finished games of this page are analysed one at a time, in a thread of their own, as a server does it in a process (`live/analysing.py`).
import type { Analysis, AnalysisState } from "$/net/messages";
import { loadCoach } from "../games";
import type { Match } from "../match";
import { shelf } from "../shelf";
import type { Table } from "../table";
import type { Report, Stirring, Task } from "./worker";

const LOOK = 250; // milliseconds between two looks whether something moves
const STILL = 3000; // after which nothing is taken to move any more: in a game there is a breath between two moves
const kept = shelf<{ table: string; analysis: Analysis }>("pasar-analyses", "analyses", "table");
const works = new Map<string, AnalysisState>();
let last: Promise<unknown> = Promise.resolve();

/** The analysis of a table's game, or how far it is. */
export async function look(table: Table): Promise<AnalysisState> {
  if (!table.whole || !table.game.kernel.manifest.coach) return { state: "never", done: 0, analysis: null };
  const analysis = await known(table);
  if (analysis) return { state: "done", done: 1, analysis };
  return works.get(table.kept.id) ?? { state: "none", done: 0, analysis: null };
}

/** Begins it if nobody has. */
export async function begin(table: Table): Promise<AnalysisState> {
  const found = await look(table);
  const { whole } = table;
  if (!whole || (found.state !== "none" && found.state !== "failed")) return found;
  const { id } = table.kept;
  works.set(id, { state: "working", done: 0, analysis: null });
  last = last.then(() => carriedOut(table, whole)).then(
    (analysis) => kept.keep({ table: id, analysis }),
    () => void works.set(id, { state: "failed", done: 0, analysis: null }),
  );
  return look(table);
}

/** Unless it was made by another judge or by other rules than today's. */
async function known({ kept: { id }, game: { kernel: { manifest } } }: Table): Promise<Analysis | null> {
  const analysis = (await kept.find(id))?.analysis;
  const today = analysis?.judge.version === manifest.coach?.judge.version && analysis?.judge.game === manifest.version;
  return analysis && today ? analysis : null;
}

async function carriedOut({ kept: { id }, game: { kernel, module, nets } }: Table, match: Match): Promise<Analysis> {
  const { manifest } = kernel;
  const [coach, learned] = await Promise.all([loadCoach(manifest.name), nets()]);
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const task: Task = { manifest, module, nets: learned, coach, rules: match.rules, dealt: match.dealt, moves: match.moves };
  let stop = (): void => undefined;
  return new Promise<Analysis>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      if ("analysis" in data) resolve(data.analysis);
      else works.set(id, { state: "working", done: data.done, analysis: null });
    };
    worker.onerror = ({ message }) => reject(new Error(`the coach's thread failed: ${message}`));
    worker.postMessage(task);
    stop = tellOfMotion((moves) => worker.postMessage({ moves } satisfies Stirring));
  }).finally(() => {
    stop();
    worker.terminate();
  });
}

/** Tells whether something moves on this page, whenever that changes; returns how to end it. */
function tellOfMotion(tell: (moves: boolean) => void): () => void {
  let [moved, told] = [performance.now(), true];
  const timer = setInterval(() => {
    const now = performance.now();
    if (!document.hidden && document.getAnimations().some(isOnItsWay)) moved = now;
    const moves = !document.hidden && now - moved < STILL;
    if (moves !== told) tell((told = moves));
  }, LOOK);
  return () => clearInterval(timer);
}

/** What goes on for ever is no more than a quiet breathing. */
function isOnItsWay({ playState, effect }: Animation): boolean {
  return playState === "running" && effect?.getComputedTiming().iterations !== Infinity;
}
