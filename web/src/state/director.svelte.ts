// Decides what of a game is on the screen: shows what happened one step after another, each as soon as the one before has been seen.
//
// A step is on the screen at once; its pieces then travel from where they were to where they are. Live tables, replays and
// lessons all go through here.
import { tick } from "svelte";
import type { Beat, Flight, Gain } from "$/games/contract";
import type { StoryLine } from "$/net/messages";
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

export interface Floating {
  id: number;
  gain: Gain;
  at: DOMRect;
  ms: number;
}

const BEAT: Record<Speed, number> = { slow: 620, normal: 340, fast: 180, off: 0 }; // milliseconds of one beat
const BREATH = 0.8; // beats between two steps when several wait
const MANY = 6; // steps that wait: from here on they are shown without travelling

export class Director<S> {
  /** What is on the screen. */
  state = $state.raw<S | null>(null);
  /** What was told until then. */
  story = $state.raw<StoryLine[]>([]);
  flying = $state.raw<Flying[]>([]);
  floating = $state.raw<Floating[]>([]);
  /** Whether something is still to be seen. */
  moving = $state(false);
  private waiting: Step<S>[] = [];
  private number = 0;
  private wake: (() => void) | null = null;

  constructor(
    private readonly motions: (before: S, after: S, story: StoryLine[]) => Beat[],
    private readonly heard: (story: StoryLine[]) => void = () => undefined,
  ) {}

  /** Show this and nothing that came before. */
  reset(state: S | null, story: StoryLine[]): void {
    this.waiting = [];
    this.clear();
    this.state = state;
    this.story = story;
  }

  push(step: Step<S>): void {
    this.waiting.push(step);
    if (!this.moving) void this.run();
  }

  /** Be done with everything that moves, now. */
  skip(): void {
    for (const step of this.waiting.splice(0)) this.show(step);
    this.clear();
  }

  private async run(): Promise<void> {
    this.moving = true;
    for (let step = this.waiting.shift(); step; step = this.waiting.shift()) await this.perform(step);
    this.moving = false;
  }

  private async perform(step: Step<S>): Promise<void> {
    const before = this.state;
    const still = prefs.speed === "off" || document.hidden || before === null || this.waiting.length >= MANY;
    const beats = still ? [] : this.motions(before, step.state, step.story);
    const origins = new Map(beats.flatMap((beat) => beat.flights ?? []).map((flight) => [flight, place(flight.from)]));
    this.show(step);
    if (still) return;
    await tick();
    const hidden = beats.flatMap((beat) => beat.flights ?? []).map((flight) => conceal(flight.hides));
    for (const beat of beats) if (this.state === step.state) await this.play(beat, origins);
    hidden.forEach((reveal) => reveal());
    if (this.waiting.length) await this.pause(BEAT[prefs.speed] * BREATH);
  }

  private show(step: Step<S>): void {
    this.state = step.state;
    this.story = [...this.story, ...step.story];
    this.heard(step.story);
  }

  private async play(beat: Beat, origins: Map<Flight, DOMRect | null>): Promise<void> {
    const ms = BEAT[prefs.speed];
    const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.flying = quiet ? [] : (beat.flights ?? []).flatMap((flight) => this.launch(flight, origins.get(flight), ms));
    this.floating = [...this.floating, ...(beat.gains ?? []).flatMap((gain) => this.float(gain, ms * 3))];
    beat.lights?.forEach((name) => light(name, ms * 2));
    await this.pause(ms);
    beat.flights?.forEach((flight) => flight.hides && reveal(flight.hides));
    this.flying = [];
    const shown = new Set(this.floating.slice(-MANY * 2).map((each) => each.id));
    setTimeout(() => (this.floating = this.floating.filter((each) => !shown.has(each.id))), ms * 2);
  }

  private launch(flight: Flight, from: DOMRect | null | undefined, ms: number): Flying[] {
    const to = place(flight.to);
    return from && to ? [{ id: ++this.number, flight, from, to, ms }] : [];
  }

  private float(gain: Gain, ms: number): Floating[] {
    const at = place(gain.at);
    return at ? [{ id: ++this.number, gain, at, ms }] : [];
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
    this.flying = [];
    this.floating = [];
    document.querySelectorAll("[data-arriving]").forEach((node) => node.removeAttribute("data-arriving"));
    this.wake?.();
  }
}

function anchor(name: string): Element | null {
  return document.querySelector(`[data-at="${CSS.escape(name)}"]`);
}

function place(name: string): DOMRect | null {
  const found = anchor(name)?.getBoundingClientRect();
  return found && found.width + found.height > 0 ? found : null;
}

function conceal(name: string | undefined): () => void {
  const node = name === undefined ? null : anchor(name);
  node?.setAttribute("data-arriving", "");
  return () => node?.removeAttribute("data-arriving");
}

function reveal(name: string): void {
  anchor(name)?.removeAttribute("data-arriving");
}

function light(name: string, ms: number): void {
  const frames = [{ boxShadow: "var(--glow)" }, { boxShadow: "0 0 0 0 transparent" }];
  anchor(name)?.animate(frames, { duration: ms, easing: "ease-out" });
}
