// Decides what of a game is on the screen: shows what happened one step after another, each as soon as the one before has been seen.
//
// A step is on the screen at once; its pieces then travel from where they were to where they are. Live tables, replays and
// lessons all go through here.
import { tick } from "svelte";
import type { Beat, Flight, Gain } from "$/games/contract";
import type { StoryLine } from "$/net/messages";
import { painted } from "$/ui/yielding";
import { calm } from "$/ui/calm";
import { conceal, place, reveal, revealAll } from "./anchors";
import { prefs, type Speed } from "./prefs.svelte";

/** A state of the game and the story of how it came about. */
export interface Step<S> {
  state: S;
  story: StoryLine[];
}

export interface Flying {
  id: number;
  flight: Flight;
  from: DOMRect;
  to: DOMRect;
  ms: number;
}

/** Something gained; without a gain, a light around the place. */
export interface Floating {
  id: number;
  gain: Gain | null;
  at: DOMRect;
  ms: number;
}

interface Waiting<S> extends Step<S> {
  came: number;
}

const BEAT: Record<Speed, number> = { slow: 620, normal: 340, fast: 180, off: 0 }; // milliseconds of one beat
const LAG: Record<Speed, number> = { slow: 6000, normal: 2500, fast: 1200, off: 0 }; // how far we may fall behind
const SHORTEST = 40; // milliseconds: what would be shorter than this is not worth showing
const BREATH = 0.8; // beats between two steps when several wait
const LINGER = 3; // beats for which a gain stays

export class Director<S> {
  /** What is on the screen. */
  state = $state.raw<S | null>(null);
  /** What was told until then. */
  story = $state.raw<StoryLine[]>([]);
  flying = $state.raw<Flying[]>([]);
  floating = $state.raw<Floating[]>([]);
  /** Whether something is still to be seen. */
  moving = $state(false);
  /** The last state that was shown to its end. */
  seen = $state.raw<S | null>(null);
  private waiting: Waiting<S>[] = [];
  private number = 0;
  /** Rises whenever what is being shown is cut short. */
  private cut = 0;
  private wake: (() => void) | null = null;

  constructor(
    private readonly motions: (before: S, after: S, story: StoryLine[]) => Beat[],
    private readonly heard: (story: StoryLine[]) => void = () => undefined,
  ) {}

  /** The last state there is, on the screen or on its way there. */
  get latest(): S | null {
    return this.waiting.at(-1)?.state ?? this.state;
  }

  /** Show this and nothing that came before. */
  reset(state: S | null, story: StoryLine[]): void {
    this.waiting = [];
    this.clear();
    this.state = this.seen = state;
    this.story = story;
  }

  push(step: Step<S>): void {
    this.waiting.push({ ...step, came: performance.now() });
    if (!this.moving) void this.run();
  }

  /** Be done with everything that moves, now. */
  skip(): void {
    for (const step of this.waiting.splice(0)) this.show(step);
    this.clear();
    this.seen = this.state;
  }

  private async run(): Promise<void> {
    const { cut } = this;
    this.moving = true;
    for (let step = this.waiting.shift(); step; step = cut === this.cut ? this.waiting.shift() : undefined) await this.perform(step);
    if (cut !== this.cut) return;
    this.moving = false;
    this.seen = this.state;
  }

  private async perform(step: Waiting<S>): Promise<void> {
    const unseen = this.state === null || document.hidden;
    const beats = unseen ? [] : this.beats(step);
    const ms = unseen ? 0 : this.pace(step, beats.length);
    if (ms < SHORTEST) return this.show(step);
    const flights = beats.flatMap((beat) => beat.flights ?? []);
    const origins = new Map(flights.map((flight) => [flight, place(flight.from)]));
    const { cut } = this;
    this.show(step);
    await tick();
    if (cut !== this.cut) return;
    if (!calm()) flights.forEach((flight) => conceal(flight.hides));
    if (flights.length) await painted(); // drawing the table anew is work: what travels begins after it, and is smooth
    for (const beat of beats) if (cut === this.cut) await this.play(beat, origins, ms);
    if (cut !== this.cut) return;
    revealAll();
    if (this.waiting.length) await this.pause(ms * BREATH);
  }

  private beats(step: Step<S>): Beat[] {
    if (this.state === null || prefs.speed === "off") return [];
    try {
      return this.motions(this.state, step.state, step.story);
    } catch (fault) {
      reportError(fault); // scenery that fails must not keep anybody from playing
      return [];
    }
  }

  /** Milliseconds of a beat: as wished, but faster when so much waits that we would fall behind. */
  private pace(step: Waiting<S>, beats: number): number {
    const last = this.waiting.at(-1) ?? step;
    const left = last.came + LAG[prefs.speed] - performance.now();
    return Math.min(BEAT[prefs.speed], left / (this.waiting.length + 1) / (beats + BREATH));
  }

  private show(step: Step<S>): void {
    this.state = step.state;
    this.story = [...this.story, ...step.story];
    this.heard(step.story);
  }

  private async play(beat: Beat, origins: Map<Flight, DOMRect | null>, ms: number): Promise<void> {
    this.flying = calm() ? [] : (beat.flights ?? []).flatMap((flight) => this.launch(flight, origins.get(flight), ms));
    this.floatFor(LINGER * ms, [
      ...(beat.gains ?? []).map((gain) => ({ gain, name: gain.at })),
      ...(beat.lights ?? []).map((name) => ({ gain: null, name })),
    ]);
    await this.pause(ms);
    beat.flights?.forEach((flight) => flight.hides !== undefined && reveal(flight.hides));
    this.flying = [];
  }

  private launch(flight: Flight, from: DOMRect | null | undefined, ms: number): Flying[] {
    const to = place(flight.to);
    const start = from ?? place(flight.from);
    return start && to ? [{ id: ++this.number, flight, from: start, to, ms }] : [];
  }

  private floatFor(ms: number, shown: { gain: Gain | null; name: string }[]): void {
    const placed = shown.flatMap(({ gain, name }) => {
      const at = place(name);
      return at ? [{ id: ++this.number, gain, at, ms }] : [];
    });
    if (!placed.length) return;
    this.floating = [...this.floating, ...placed];
    setTimeout(() => (this.floating = this.floating.filter((each) => !placed.includes(each))), ms);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private clear(): void {
    this.cut++;
    this.moving = false;
    this.flying = [];
    this.floating = [];
    revealAll();
    this.wake?.();
  }
}
