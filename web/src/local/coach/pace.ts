// A thread that never stops takes the processor from the page's own, whose frames then come late: while something moves there,
// work is done in short pieces with a rest after each, as long as a whole analysis does not take too long by it.

const PIECE = 6; // milliseconds of work between two rests
const AIM = 26_000; // milliseconds after which it should be done
const MOST = 1.5; // times as long as a piece of work its rest may be
const BEGUN = 0.05; // of the whole: before that nobody can say how long it will take

const bed = made();

/** Nobody ever wakes it: it only lets time go by, which a thread can do in no other way without ending its call. */
function made(): Int32Array | null {
  try {
    return new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
  } catch {
    return null; // a browser that shares no memory: there the work goes on without a rest
  }
}

export class Pace {
  /** How much is done, from 0 to 1. */
  done = 0;
  /** Whether something moves on the page. */
  disturbs = true;
  private readonly begun = performance.now();
  private woke = this.begun;
  private worked = 0;

  /** Rests if it is time to. */
  rest = (): void => {
    const piece = performance.now() - this.woke;
    if (piece < PIECE) return;
    this.worked += piece;
    if (this.disturbs && bed) Atomics.wait(bed, 0, 0, piece * this.share());
    this.woke = performance.now();
  };

  /** Of a piece of work its rest: what is left of the time beyond what is left to do. */
  private share(): number {
    if (this.done < BEGUN) return MOST;
    const left = this.begun + AIM - performance.now();
    const work = (this.worked * (1 - this.done)) / this.done;
    return Math.min(MOST, Math.max(0, left / work - 1));
  }
}
