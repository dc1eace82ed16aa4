// Decides what of a game is on the screen: shows what happened one step after another, each as soon as the one before has been seen.
//
// A step is on the screen at once; its pieces then travel from where they were to where they are. Live tables, replays and
// lessons all go through here.
import { tick } from "svelte";
import type { Beat, Flight, Gain } from "$/games/contract";
import type { Seat, StoryLine } from "$/net/messages";
import { joined } from "$/games/telling";
import { painted } from "$/ui/yielding";
import { calm } from "$/ui/calm";
import { conceal, place, reveal, revealAll } from "./anchors";
import { prefs, type Speed } from "./prefs.svelte";

/** A state of the game and the story of how it came about. */
export interface Step<S> {
  state: S;
  story: StoryLine[];
  /** The bot whose turn it is part of: to be shown at a pace at which a turn can be followed. */
  turn?: Seat;
  /** Somebody waits for us: rather shown too fast than late. */
  hurried?: boolean;
  /** Whether a scene of its own comes before it: it is on the screen once that has ended. */
  climax?: boolean;
}

export interface Flying {
  id: number;
  flight: Flight;
  from: DOMRect;
  to: DOMRect;
  ms: number;
  /** Its way, once it has set out. */
  way?: Animation;
}

/** Something gained; without a gain, a light around the place, or a scorch mark on it. */
export interface Floating {
  id: number;
  gain: Gain | null;
  scorched?: boolean;
  at: DOMRect;
  ms: number;
  /** When it has been seen, as `performance.now` tells time. */
  until: number;
}

interface Waiting<S> extends Step<S> {
  came: number;
}

/** A bot's turn that is being shown. */
interface Turn {
  seat: Seat;
  began: number;
  beats: number;
}

const BEAT: Record<Speed, number> = { slow: 620, normal: 340, fast: 180, off: 0 }; // milliseconds of one beat
const TURN: Record<Speed, number> = { slow: 3200, normal: 1750, fast: 900, off: 0 }; // of a bot's turn, however many wait
const LAG: Record<Speed, number> = { slow: 6000, normal: 2500, fast: 1200, off: 0 }; // how far the hurried may fall behind
const SHORTEST = 40; // milliseconds: what would be shorter than this is not worth showing
const BREATH = 0.8; // beats between two steps when several wait
const LINGER = 3; // beats for which a gain stays
const BLOOM = 6; // and a flower, which first has to open
const FULL = 3; // beats of a turn that takes its whole time; less is shown in less
const QUICKEST = 0.5; // of a beat: below that, a turn with much in it takes longer instead
const LEAP = 2; // beats that a high leap takes: first what drove it has to arrive
const LATEST = 250; // milliseconds that something may land too late
const LEISURE = 1.3; // beats that one thought may take where there is time

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
  private turn: Turn | null = null;
  /** The scene that is played now, before the step that it leads to. */
  act = $state.raw<{ before: S; step: Step<S> } | null>(null);

  constructor(
    private readonly motions: (before: S, after: S, story: StoryLine[]) => Beat[],
    private readonly heard: (story: StoryLine[], before: S | null) => void = () => undefined,
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
    for (const step of [...(this.act ? [this.act.step] : []), ...this.waiting.splice(0)]) this.show(step);
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

  /** The scene above the table has ended, or nobody wants to see it. */
  endAct = (): void => {
    if (this.act) this.wake?.();
  };

  private async perform(step: Waiting<S>): Promise<void> {
    const { cut } = this;
    if (step.climax && !this.unseen) await this.playScene(step);
    if (cut !== this.cut) return;
    const { unseen } = this;
    const beats = unseen ? [] : this.beats(step);
    const ms = unseen ? 0 : this.pace(step, beats.length);
    if (ms < SHORTEST) return this.show(step);
    const flights = beats.flatMap((beat) => beat.flights ?? []);
    const origins = new Map(flights.map((flight) => [flight, place(flight.from)]));
    this.show(step);
    await tick();
    if (cut !== this.cut) return;
    if (!calm()) flights.forEach((flight) => conceal(flight.hides));
    if (flights.length) await painted(); // drawing the table anew is work: what travels begins after it, and is smooth
    for (const beat of beats) if (cut === this.cut) await this.play(beat, origins, ms);
    if (cut !== this.cut) return;
    revealAll();
    if (this.waiting.length && (beats.length || this.turn)) await this.pause(this.rest(step, ms));
  }

  private get unseen(): boolean {
    return this.state === null || document.hidden || prefs.speed === "off";
  }

  private async playScene(step: Step<S>): Promise<void> {
    if (this.state === null) return;
    this.act = { before: this.state, step };
    await new Promise<void>((resolve) => (this.wake = resolve));
    this.act = null;
  }

  private beats(step: Step<S>): Beat[] {
    if (this.state === null) return [];
    try {
      return this.motions(this.state, step.state, step.story);
    } catch (fault) {
      reportError(fault); // scenery that fails must not keep anybody from playing
      return [];
    }
  }

  /** Milliseconds of a beat. */
  private pace(step: Waiting<S>, beats: number): number {
    const beat = BEAT[prefs.speed];
    if (step.turn === undefined) this.turn = null;
    else if (this.turn?.seat !== step.turn) this.turn = { seat: step.turn, began: performance.now(), beats };
    else this.turn.beats += beats;
    if (this.turn) {
      const more = this.waiting.findIndex(({ turn }) => turn !== step.turn);
      const steps = 1 + (more < 0 ? this.waiting.length : more); // of this turn, each taken to be as long as this one
      return Math.max(beat * QUICKEST, Math.min(beat * LEISURE, this.left(this.turn) / (beats * steps + BREATH)));
    }
    if (!step.hurried) return beat;
    const last = this.waiting.at(-1) ?? step;
    const left = last.came + LAG[prefs.speed] - performance.now();
    return Math.min(beat, left / (this.waiting.length + 1) / (beats + BREATH));
  }

  /** Milliseconds until a turn has had its time. */
  private left({ began, beats }: Turn): number {
    const whole = TURN[prefs.speed] * Math.min(1, (FULL + beats) / (2 * FULL));
    return began + whole - performance.now();
  }

  /** Milliseconds between a step and the next one: a breath, and after a turn the rest of its time. */
  private rest(step: Step<S>, ms: number): number {
    if (!this.turn) return ms * BREATH;
    return this.waiting[0]?.turn === step.turn ? 0 : Math.max(ms * BREATH, this.left(this.turn));
  }

  private show(step: Step<S>): void {
    const before = this.state;
    this.state = step.state;
    this.story = joined(this.story, step.story);
    this.heard(step.story, before);
  }

  private async play(beat: Beat, origins: Map<Flight, DOMRect | null>, ms: number): Promise<void> {
    const flying = Math.min(ms, BEAT[prefs.speed]);
    this.flying = calm() ? [] : (beat.flights ?? []).flatMap((flight) => this.launch(flight, origins.get(flight), flying));
    this.floatFor(ms, [
      ...(beat.gains ?? []).map((gain) => ({ gain, name: gain.at })),
      ...(beat.lights ?? []).map((name) => ({ gain: null, name })),
      ...(beat.scorches ?? []).map((name) => ({ gain: null, name, scorched: true })),
    ]);
    await this.pause(this.flying.some(({ flight }) => flight.leaps) ? LEAP * ms : ms);
    await this.landing();
    beat.flights?.forEach((flight) => flight.hides !== undefined && reveal(flight.hides));
    this.flying = [];
    this.sweep();
  }

  /** A way begins with its first frame, which a busy device shows late; where nobody looks, it never ends. */
  private async landing(): Promise<void> {
    const ways = this.flying.map(({ way }) => way?.finished);
    if (ways.length) await Promise.race([Promise.allSettled(ways), this.pause(LATEST)]);
  }

  private launch(flight: Flight, from: DOMRect | null | undefined, ms: number): Flying[] {
    const to = place(flight.to);
    const start = from ?? place(flight.from);
    return start && to ? [{ id: ++this.number, flight, from: start, to, ms: flight.leaps ? LEAP * ms : ms }] : [];
  }

  /** For so many beats of `ms` each. */
  private floatFor(ms: number, shown: { gain: Gain | null; name: string; scorched?: boolean }[]): void {
    const placed = shown.flatMap(({ name, ...each }) => {
      const at = place(name);
      const stays = each.gain?.blooms ? BLOOM * ms : LINGER * ms;
      return at ? [{ id: ++this.number, ...each, at, ms: stays, until: performance.now() + stays }] : [];
    });
    if (!placed.length) return;
    this.floating = [...this.floating, ...placed];
    setTimeout(() => this.sweep(), Math.max(...placed.map((each) => each.ms)) + SHORTEST);
  }

  /** What has been seen is cleared away, but not while something flies: it is faint by then, and clearing is work. */
  private sweep(): void {
    const now = performance.now();
    if (!this.flying.length && this.floating.some(({ until }) => until <= now))
      this.floating = this.floating.filter(({ until }) => until > now);
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
    this.act = this.turn = null;
    this.flying = [];
    this.floating = [];
    revealAll();
    this.wake?.();
  }
}
