// A lesson in progress: which step one is at, what is on the table, and what comes of the moves one tries.
import type { GameUi, Person, Scene } from "$/games/contract";
import { sentence } from "$/games/telling";
import type { Play, StoryLine, WhatIfMessage } from "$/net/messages";
import { Director } from "$/state/director.svelte";
import { prefs } from "$/state/prefs.svelte";
import { scene } from "$/table/scene";
import { sounds } from "$/ui/sounds";
import { facesAt } from "$/ui/faces.svelte";
import { t } from "$/words/words.svelte";
import { type Frame, type Lesson, lessonName, type LessonStep } from "./lesson";
import { keepProgress, progressIn } from "./progress";

const OTHERS = ["Ayu", "Budi", "Citra", "Dewi"]; // the lessons' words call them so
const GLANCE = 40; // milliseconds between two looks whether everything has arrived
const READING: Record<typeof prefs.speed, number> = { slow: 2200, normal: 1400, fast: 700, off: 0 }; // between two moves of others
const SECRET = 0.4; // of that time is enough for a move of which nothing is told

export class Course {
  /** The step's place in the lesson; one past the last: the lesson is over. */
  at = $state(0);
  /** Whether moves are still being shown that lead to where the step begins. */
  showing = $state(false);
  /** What those moves were, in words. */
  told = $state.raw<string[]>([]);
  /** A kind word about a move that is not the one. */
  remark = $state("");
  readonly director: Director<Play>;
  private turn = 0;

  constructor(
    readonly lesson: Lesson,
    private readonly ui: GameUi,
    private readonly learner: string,
    /** The variant that is taught; empty: the game itself. */
    readonly variant = "",
  ) {
    this.director = new Director<Play>(
      (before, after, story) => ui.motions(this.sceneOf(before), this.sceneOf(after), story),
      (story) => this.tell(story),
    );
    const known = lesson.steps.findIndex((step) => step.id === progressIn(this.name)?.step);
    this.jumpTo(Math.max(0, known));
  }

  get game(): string {
    return this.lesson.table.options.game;
  }

  get name(): string {
    return lessonName(this.game, this.variant);
  }

  get count(): number {
    return this.lesson.steps.length;
  }

  get step(): LessonStep | null {
    return this.lesson.steps[this.at] ?? null;
  }

  /** The move to make now. */
  get expected(): string | null {
    return this.showing ? null : (this.step?.expected ?? null);
  }

  get people(): Person[] {
    const { table, you } = this.lesson;
    const others = [...OTHERS];
    const faces = facesAt(table.seats);
    return table.seats.map((seat, number) => {
      const yours = you.seats.includes(number);
      const name = yours ? this.learner : (others.shift() ?? "");
      return { seat: number, name, bot: seat.bot, face: faces[number] ?? "lamp", away: false, here: true, yours };
    });
  }

  get scene(): Scene | null {
    return this.director.state && this.sceneOf(this.director.state);
  }

  choose = (move: string): void => {
    if (this.showing && !this.scene?.menu) return;
    this.hurry(); // who already knows what to do need not wait until everything has landed
    const { step } = this;
    if (!step) return;
    if (step.expected === null) this.remark = t("learn.read_first");
    else if (step.expected === move) void this.next();
    else this.remark = t(step.also.includes(move) ? "learn.as_good" : "learn.later", { move: this.ui.describe(step.expected) });
  };

  foresee = (move: string): Promise<WhatIfMessage | null> => {
    const known = this.step?.what_if[move];
    const { at } = this.director.state ?? { at: 0 };
    const seat = this.lesson.you.eyes ?? 0;
    return Promise.resolve(known ? { type: "what_if", id: null, at, seat, move, ...known } : null);
  };

  async next(): Promise<void> {
    this.enter(this.at + 1);
    const { step } = this;
    if (!step) return;
    if (step.jump) this.jumpTo(this.at);
    else await this.show(step.frames);
  }

  back(): void {
    this.jumpTo(Math.max(0, this.at - 1));
  }

  again(): void {
    this.jumpTo(0);
  }

  /** Be done with what is being shown. */
  hurry(): void {
    if (this.showing) this.jumpTo(this.at);
  }

  /** The page is left: nothing more is to be shown. */
  leave(): void {
    this.turn++;
    this.director.reset(null, []);
  }

  /** Stand at a step as if everything before it had been seen. */
  private jumpTo(at: number): void {
    this.enter(at);
    const frames = this.lesson.steps.slice(this.lastJump(at), at + 1).flatMap((step) => step.frames);
    this.director.reset(frames.at(-1)?.play ?? null, frames.flatMap((frame) => frame.story));
  }

  /** From where on the story has no gap. */
  private lastJump(at: number): number {
    const jumps = this.lesson.steps.map((step, number) => (step.jump && number <= at ? number : 0));
    return Math.max(...jumps);
  }

  private enter(at: number): void {
    this.turn++;
    this.at = at;
    this.showing = false;
    this.remark = "";
    this.told = [];
    this.keep();
  }

  private async show(frames: Frame[]): Promise<void> {
    const { turn } = this;
    this.showing = true;
    for (const frame of frames) {
      this.director.push({ state: frame.play, story: frame.story });
      while (this.director.moving) await wait(GLANCE);
      if (frame !== frames.at(-1)) await wait(READING[prefs.speed] * (frame.story.length ? 1 : SECRET));
      if (turn !== this.turn) return;
    }
    this.showing = false;
  }

  private keep(): void {
    const { step, at, count, name } = this;
    keepProgress(name, step && at > 0 ? { step: step.id, number: at + 1, count } : null);
    if (!step && !prefs.learned.includes(name)) prefs.learned.push(name);
  }

  private tell(story: StoryLine[]): void {
    const events = story.flatMap((line) => line.events);
    sounds.play(events.map((event) => this.ui.sound(event)));
    this.told = [...this.told, ...events.map((event) => sentence(this.game, event, this.people))];
  }

  private sceneOf(play: Play): Scene {
    const { table, you } = this.lesson;
    return scene(play, this.director.story, { table, people: this.people, eyes: you.eyes }, this.expected);
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
