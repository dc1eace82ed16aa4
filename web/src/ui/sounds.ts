// Short, woody, soft: every sound is made here from a few sine waves and a breath of noise. Nothing sounds before a gesture.
import type { Sound } from "$/games/contract";
import { prefs } from "$/state/prefs.svelte";

type Heard = Sound | "turn";

/** A bar of wood or a string of air: what vibrates, how high, how long, how loud, and when. */
interface Note {
  hertz: number;
  seconds: number;
  loud: number;
  after?: number;
  /** A second, higher voice, as a share of the first. */
  ring?: number;
}

interface Rustle {
  hertz: number;
  seconds: number;
  loud: number;
  after?: number;
}

const NOTES: Partial<Record<Heard, Note[]>> = {
  knock: [{ hertz: 196, seconds: 0.18, loud: 0.32, ring: 0.6 }],
  chime: [{ hertz: 1320, seconds: 0.3, loud: 0.16, ring: 0.5 }, { hertz: 1760, seconds: 0.35, loud: 0.08, after: 0.06 }],
  points: [{ hertz: 523, seconds: 0.3, loud: 0.22, ring: 0.25 }, { hertz: 659, seconds: 0.35, loud: 0.2, after: 0.09, ring: 0.25 }],
  bell: [{ hertz: 784, seconds: 1.1, loud: 0.16, ring: 0.6 }],
  turn: [{ hertz: 392, seconds: 0.4, loud: 0.24, ring: 0.25 }, { hertz: 587, seconds: 0.55, loud: 0.22, after: 0.14, ring: 0.25 }],
  // Something opens: a slow chord upwards. Somebody leaps: down, and a thud.
  chord: [0, 1, 2, 3].map((k) => ({ hertz: [392, 494, 587, 784][k] ?? 392, seconds: 0.9, loud: 0.11, after: k * 0.12, ring: 0.4 })),
  leap: [
    { hertz: 294, seconds: 0.24, loud: 0.26, ring: 0.5 }, { hertz: 208, seconds: 0.3, loud: 0.3, after: 0.12, ring: 0.6 },
    { hertz: 98, seconds: 0.35, loud: 0.34, after: 0.26, ring: 0.5 },
  ],
  flip: [{ hertz: 330, seconds: 0.14, loud: 0.22, ring: 0.3 }],
  count: [{ hertz: 659, seconds: 0.22, loud: 0.18, ring: 0.3 }],
  reveal: [{ hertz: 330, seconds: 0.25, loud: 0.2, ring: 0.25, after: 0.05 }],
  // Gems are pushed over the cloth; two hands meet.
  offer: [
    { hertz: 988, seconds: 0.14, loud: 0.15, after: 0.1, ring: 0.5 }, { hertz: 880, seconds: 0.2, loud: 0.16, after: 0.16, ring: 0.5 },
  ],
  shake: [{ hertz: 196, seconds: 0.2, loud: 0.34, ring: 0.5 }, { hertz: 262, seconds: 0.26, loud: 0.32, after: 0.13, ring: 0.5 }],
  // Two equal notes that wait for a third; and something that pops up.
  tie: [0, 0.24].map((after) => ({ hertz: 440, seconds: 0.6, loud: 0.17, after, ring: 0.3 })),
  react: [{ hertz: 784, seconds: 0.08, loud: 0.2 }, { hertz: 1175, seconds: 0.14, loud: 0.17, after: 0.05 }],
  win: [0, 1, 2, 3].map((k) => ({ hertz: [523, 659, 784, 1047][k] ?? 523, seconds: 0.6, loud: 0.16, after: k * 0.13, ring: 0.3 })),
  end: [{ hertz: 494, seconds: 0.5, loud: 0.18, ring: 0.25 }, { hertz: 392, seconds: 0.8, loud: 0.18, after: 0.2, ring: 0.25 }],
};

const RUSTLES: Partial<Record<Heard, Rustle[]>> = {
  card: [{ hertz: 2600, seconds: 0.09, loud: 0.5 }],
  deal: [0, 0.08, 0.16].map((after) => ({ hertz: 2400, seconds: 0.07, loud: 0.42, after })),
  knock: [{ hertz: 900, seconds: 0.03, loud: 0.3 }],
  leap: [{ hertz: 700, seconds: 0.14, loud: 0.42, after: 0.26 }],
  flip: [{ hertz: 2200, seconds: 0.08, loud: 0.26 }],
  reveal: [{ hertz: 1800, seconds: 0.12, loud: 0.3 }],
  offer: [{ hertz: 1300, seconds: 0.2, loud: 0.24 }],
  shake: [{ hertz: 700, seconds: 0.05, loud: 0.2 }],
};

/** What a phone in the hand does: milliseconds of trembling and rest. */
const TREMBLES: Partial<Record<Heard, number[]>> = {
  turn: [30], leap: [20, 40, 60], shake: [25, 40, 25], win: [40, 60, 40, 60, 80], bell: [20],
};

const RISE = 0.006; // seconds until a sound is as loud as it gets
const FALL = 0.02; // and from hardly anything to nothing: what is cut off there clicks
const FAINT = 0.0005;
const APART = 0.11; // seconds between two sounds of one move
const AFTERWARDS = 50; // milliseconds
const MOST = 4; // sounds of one move: more would be noise

class Sounds {
  private context: AudioContext | null = null;

  constructor() {
    // After the gesture: what it is meant for must not wait until the loudspeaker is open.
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => setTimeout(this.wake, AFTERWARDS), { passive: true });
  }

  private wake = (): void => {
    if (prefs.sounds === "off") return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") void this.context.resume();
  };

  /** The sounds of what happened, one after the other, each kind once. */
  play(kinds: (Sound | null)[]): void {
    if (prefs.sounds !== "all" || document.hidden) return;
    const heard = [...new Set(kinds.filter((kind) => kind !== null))].slice(0, MOST);
    heard.forEach((kind, k) => this.sound(kind, k * APART));
    this.tremble(heard);
  }

  turn(): void {
    if (prefs.sounds === "off") return;
    this.sound("turn", 0);
    this.tremble(["turn"]);
  }

  /** A phone that lies still until it was touched would complain. */
  private tremble(heard: Heard[]): void {
    const pattern = heard.map((kind) => TREMBLES[kind]).find((each) => each !== undefined);
    if (pattern && prefs.haptics && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
  }

  private sound(kind: Heard, wait: number): void {
    if (this.context?.state === "running") sing(this.context, kind, this.context.currentTime + 0.01 + wait, prefs.volume / 100);
  }
}

/** Also for a loudspeaker that is none: what is drawn into a file can be looked at. */
export function sing(context: BaseAudioContext, kind: Heard, start: number, volume: number): void {
  for (const note of NOTES[kind] ?? []) ring(context, note, start, volume);
  for (const rustle of RUSTLES[kind] ?? []) rustling(context, rustle, start, volume);
}

export const KINDS = [...new Set([...Object.keys(NOTES), ...Object.keys(RUSTLES)])] as Heard[];

function ring(context: BaseAudioContext, note: Note, start: number, volume: number): void {
  const voices = note.ring ? [[1, 1], [3.93, note.ring * 0.4]] : [[1, 1]]; // a bar of wood rings nearly two octaves above
  for (const [height = 1, share = 1] of voices) {
    const wave = new OscillatorNode(context, { frequency: note.hertz * height });
    const length = note.seconds / height ** 0.5;
    wave.connect(fading(context, note.loud * share * volume, start + (note.after ?? 0), length));
    wave.start(start + (note.after ?? 0));
    wave.stop(start + (note.after ?? 0) + length + FALL);
  }
}

function rustling(context: BaseAudioContext, rustle: Rustle, start: number, volume: number): void {
  const at = start + (rustle.after ?? 0);
  const source = new AudioBufferSourceNode(context, { buffer: noise(context, rustle.seconds + FALL) });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: rustle.hertz, Q: 0.8 });
  source.connect(filter).connect(fading(context, rustle.loud * volume, at, rustle.seconds));
  source.start(at);
}

/** A door to the loudspeaker that closes softly. */
function fading(context: BaseAudioContext, loud: number, start: number, seconds: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + RISE);
  gain.gain.exponentialRampToValueAtTime(FAINT, start + seconds);
  gain.gain.linearRampToValueAtTime(0, start + seconds + FALL);
  gain.connect(context.destination);
  return gain;
}

function noise(context: BaseAudioContext, seconds: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k++) samples[k] = Math.random() * 2 - 1;
  return buffer;
}

export const sounds = new Sounds();
