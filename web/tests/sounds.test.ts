// Every sound is drawn into samples by a loudspeaker that is none, and looked at.
import { beforeAll, expect, test, vi } from "vitest";
import type { KINDS as Kinds, sing as Sing } from "../src/ui/sounds";

const RATE = 8000; // samples a second
const LOUDEST = 0.8; // of what a loudspeaker can do
const WINDOW = RATE / 10; // samples that are heard as one
const APART = 8; // decibels between the loudest and the softest
const PAPER = ["card", "deal"]; // only rustle
const ENDS = 0.002; // of full strength: no click is heard where a sound stops there

/** How loud a door to the loudspeaker is at each moment. */
class Door {
  gain = {
    points: [] as { value: number; at: number }[],
    setValueAtTime: (value: number, at: number) => this.gain.points.push({ value, at }),
    linearRampToValueAtTime: (value: number, at: number) => this.gain.points.push({ value, at }),
    exponentialRampToValueAtTime: (value: number, at: number) => this.gain.points.push({ value, at }),
  };
  connect = () => undefined;
  loud(at: number): number {
    const [start, top, end] = this.gain.points;
    if (!start || !top || !end || at < start.at || at > end.at) return 0;
    if (at < top.at) return (top.value * (at - start.at)) / (top.at - start.at);
    return top.value * (end.value / top.value) ** ((at - top.at) / (end.at - top.at));
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

test("no note is much louder than another", () => {
  const levels = KINDS.filter((kind) => !PAPER.includes(kind)).map((kind) => loudness(drawn(kind)));
  expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(APART);
});
