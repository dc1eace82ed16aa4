// Every sound is drawn into samples by a loudspeaker that is none, and looked at.
import { beforeAll, expect, test, vi } from "vitest";
import type { KINDS as Kinds, sing as Sing } from "../src/ui/sounds";

const RATE = 8000; // samples a second
const LOUDEST = 0.8; // of what a loudspeaker can do
const WINDOW = RATE / 10; // samples that are heard as one
const APART = 8; // decibels between the loudest and the softest
const PAPER = ["card", "deal"]; // only rustle
const ENDS = 0.0001; // of full strength: no click is heard where a sound stops there
const ALIKE = 0.8; // of two sounds, one as the other: of the same notes at the same times
const FRAME = RATE / 20; // samples of a moment
const TONES = Array.from({ length: 40 }, (_, k) => 98 * 2 ** (k / 8)); // in which a sound is heard

/** How loud a door to the loudspeaker is at each moment. */
class Door {
  gain = {
    points: [] as { value: number; at: number; bent: boolean }[],
    setValueAtTime: (value: number, at: number) => this.gain.points.push({ value, at, bent: false }),
    linearRampToValueAtTime: (value: number, at: number) => this.gain.points.push({ value, at, bent: false }),
    exponentialRampToValueAtTime: (value: number, at: number) => this.gain.points.push({ value, at, bent: true }),
  };
  connect = () => undefined;
  loud(at: number): number {
    const next = this.gain.points.findIndex((point) => point.at > at);
    const [from, to] = [this.gain.points[next - 1], this.gain.points[next]];
    if (!from || !to) return 0;
    const part = (at - from.at) / (to.at - from.at);
    return to.bent ? from.value * (to.value / from.value) ** part : from.value + (to.value - from.value) * part;
  }
}

interface Voice {
  wave: (at: number) => number;
  door: Door | null;
}

let voices: Voice[] = [];
class Source implements Voice {
  door: Door | null = null;
  wave: (at: number) => number = () => 0;
  constructor() {
    voices.push(this);
  }
  connect<T>(next: T): T {
    if (next instanceof Door) this.door = next;
    if (next instanceof Filter) next.source = this;
    return next;
  }
  start = () => undefined;
  stop = () => undefined;
}
class Wave extends Source {
  constructor(_: unknown, { frequency }: { frequency: number }) {
    super();
    this.wave = (at) => Math.sin(2 * Math.PI * frequency * at);
  }
}
class Noise extends Source {
  override wave = () => (Math.random() * 2 - 1) / 3; // about what is left of it behind the filter
}
class Filter {
  source: Source | null = null;
  connect(door: Door): void {
    if (this.source) this.source.door = door;
  }
}

let [sing, KINDS]: [typeof Sing, typeof Kinds] = [() => undefined, []];
beforeAll(async () => {
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("OscillatorNode", Wave);
  vi.stubGlobal("AudioBufferSourceNode", Noise);
  vi.stubGlobal("BiquadFilterNode", Filter);
  vi.stubGlobal("GainNode", Door);
  ({ sing, KINDS } = await import("../src/ui/sounds"));
});

function drawn(kind: (typeof KINDS)[number]): number[] {
  voices = [];
  const channel = { getChannelData: () => new Float32Array(1) };
  sing({ sampleRate: RATE, createBuffer: () => channel } as unknown as BaseAudioContext, kind, 0, 1);
  const sounding = voices;
  return Array.from({ length: 2 * RATE }, (_, k) =>
    sounding.reduce((sum, { wave, door }) => sum + wave(k / RATE) * (door?.loud(k / RATE) ?? 0), 0));
}

/** Of the loudest tenth of a second, in decibels of full strength. */
function loudness(samples: number[]): number {
  const energy = (from: number) => samples.slice(from, from + WINDOW).reduce((sum, each) => sum + each * each, 0) / WINDOW;
  return 10 * Math.log10(Math.max(...Array.from({ length: 38 }, (_, k) => energy((k * WINDOW) / 2))));
}

test("no sound is too loud for a loudspeaker, and each ends softly", () => {
  for (const kind of KINDS) {
    const samples = drawn(kind);
    expect(Math.max(...samples.map(Math.abs)), kind).toBeLessThan(LOUDEST);
    expect(Math.abs(samples.at(-1) ?? 1), kind).toBeLessThan(ENDS);
  }
});

/** How strong each tone is at each moment; the whole of it has the strength 1. */
function heard(samples: number[]): number[] {
  const strengths = Array.from({ length: samples.length / FRAME }, (_, k) => samples.slice(k * FRAME, (k + 1) * FRAME)).flatMap((frame) =>
    TONES.map((hertz) => {
      const turn = (2 * Math.PI * hertz) / RATE;
      const part = (wave: (angle: number) => number) => frame.reduce((sum, each, k) => sum + each * wave(turn * k), 0);
      return Math.hypot(part(Math.sin), part(Math.cos));
    }));
  const whole = Math.hypot(...strengths);
  return strengths.map((each) => each / whole);
}

test("each sound can be told from all others", () => {
  const known = KINDS.map((kind) => ({ kind, heard: heard(drawn(kind)) }));
  const pairs = known.flatMap((one, k) => known.slice(k + 1).map((other) => ({
    kinds: `${one.kind} and ${other.kind}`, alike: one.heard.reduce((sum, each, at) => sum + each * (other.heard[at] ?? 0), 0),
  })));
  expect(pairs.filter(({ alike }) => alike > ALIKE)).toEqual([]);
});

test("no note is much louder than another", () => {
  const levels = KINDS.filter((kind) => !PAPER.includes(kind)).map((kind) => loudness(drawn(kind)));
  expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(APART);
});
