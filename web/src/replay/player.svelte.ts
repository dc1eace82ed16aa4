// Plays a finished game again: where we are, through whose eyes, and whether it runs by itself.
import type { GameUi, Person, Scene } from "$/games/contract";
import { sentence, storyOf } from "$/games/telling";
import { api } from "$/net/api";
import type { Play, Replay, Result, StoryLine, You } from "$/net/messages";
import { Director } from "$/state/director.svelte";
import { prefs, type Speed } from "$/state/prefs.svelte";
import { Narrator } from "$/table/narrator";
import { people, scene } from "$/table/scene";
import { type Eyes, type Moment, seatOf } from "$/state/moments";
import { turnFrom, turnStarts, waitingIn } from "./frames";

/** What is known of a finished game before its first frame is shown. */
export interface Finished {
  ui: GameUi;
  result: Result | null;
  you: You;
  key: string | null;
}

/** One frame of the game as it was seen through one pair of eyes. */
interface Shown {
  replay: Replay;
  move: number;
}

const REST: Record<Speed, number> = { slow: 1500, normal: 750, fast: 250, off: 500 }; // milliseconds between two moves
const GLANCE = 0.4; // of that, for a move of which there is little to tell
const SOON = 60; // milliseconds until we look again whether everything has arrived

export class Player {
  replay: Replay;
  move = $state(0);
  eyes = $state<Eyes>("all");
  playing = $state(false);
  readonly story: StoryLine[];
  readonly starts: number[];
  readonly people: Person[];
  readonly director: Director<Shown>;
  private readonly known = new Map<Eyes, Replay>();
  private timer = 0;

  constructor(first: Replay, { move, eyes }: Moment, readonly finished: Finished) {
    this.replay = $state.raw(first);
    this.story = $derived(storyOf(this.replay));
    this.starts = $derived(turnStarts(this.replay.frames));
    this.people = $derived(seated(this.replay, finished.you));
    const narrator = new Narrator(() => this.scene);
    this.director = new Director<Shown>(
      (before, after, story) => finished.ui.motions(this.sceneOf(before), this.sceneOf(after), story),
      (story) => narrator.tell(story, this.people, finished.ui),
    );
    this.known.set(eyes, first);
    this.eyes = eyes;
    this.seek(move);
  }

  get last(): number {
    return this.replay.frames.length - 1;
  }

  get scene(): Scene | null {
    return this.director.state && this.sceneOf(this.director.state);
  }

  /** How the game ended. */
  get end(): Scene {
    return this.sceneOf({ replay: this.replay, move: this.last }, this.story);
  }

  /** Straight to a move, without anything travelling. */
  seek(move: number): void {
    this.move = Math.max(0, Math.min(this.last, move));
    this.director.reset({ replay: this.replay, move: this.move }, this.story.slice(0, this.move + 1));
  }

  /** One move on, seen as it happens, or one back. */
  step(by: 1 | -1): void {
    if (by < 0 || this.move >= this.last) return this.seek(this.move + by);
    this.director.skip();
    this.move += 1;
    this.director.push({ state: { replay: this.replay, move: this.move }, story: this.story.slice(this.move, this.move + 1) });
  }

  turn(by: 1 | -1): void {
    this.seek(turnFrom(this.starts, this.move, by, this.last));
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.move === this.last) this.seek(0);
    this.playing = true;
    this.rest();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  async look(eyes: Eyes): Promise<void> {
    const seen = this.known.get(eyes) ?? (await api.replay(this.replay.table.id, eyes, this.finished.key));
    this.known.set(eyes, seen);
    this.eyes = eyes;
    this.replay = seen;
    this.seek(this.move);
  }

  /** What a move told, in words. */
  tell(line: StoryLine): string[] {
    return line.events.map((event) => sentence(this.replay.table.options.game, event, this.people));
  }

  /** Waits until everything has arrived and was seen, then goes on. */
  private rest(): void {
    const short = (this.story[this.move]?.events.length ?? 0) < 2;
    if (this.director.moving) this.timer = window.setTimeout(() => this.rest(), SOON);
    else this.timer = window.setTimeout(() => this.goOn(), REST[prefs.speed] * (short ? GLANCE : 1));
  }

  private goOn(): void {
    this.step(1);
    if (this.move === this.last) this.pause();
    else this.rest();
  }

  /** A move to be pointed at in a position. */
  hintAt: (move: number) => string | null = () => null;

  private sceneOf({ replay, move }: Shown, story = this.director.story): Scene {
    const frame = replay.frames[move];
    if (!frame) throw new Error(`a replay without move ${move}`);
    const play: Play = {
      at: move, moves: move, since: 0, deadline: null, waiting: waitingIn(frame), chosen: [], choice: null, orders: null,
      view: frame.view, menu: null, result: move === this.last ? (this.finished.result ?? undefined) : undefined,
    };
    const around = { table: replay.table, people: this.people, eyes: seatOf(replay.eyes) };
    return { ...scene(play, story, around, this.hintAt(move)), allHands: frame.own ?? null };
  }
}

/** Who sat there. Whether they left or are here now does not matter any more. */
function seated({ table }: Replay, you: You): Person[] {
  return people(table, you, { seats: [], watchers: 0 }).map((person) => ({ ...person, away: false, here: true }));
}
