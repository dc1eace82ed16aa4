// A table in play: the session that hears it, the director that shows it, and what one can do there.
import type { Cut, GameUi, Person, Scene } from "$/games/contract";
import { divided } from "$/games/telling";
import { Refusal } from "$/net/api";
import type { HintMessage, Play, Seat, StoryLine, TableInfo, WhatIfMessage } from "$/net/messages";
import { Director } from "$/state/director.svelte";
import { prefs } from "$/state/prefs.svelte";
import { Session } from "$/state/session.svelte";
import { sharing } from "$/state/sharing";
import { announcer } from "$/ui/announcer.svelte";
import { faultText } from "$/ui/faults";
import { sounds } from "$/ui/sounds";
import { t } from "$/words/words.svelte";
import { Feeling } from "./feeling.svelte";
import { Narrator } from "./narrator";
import { people, scene } from "./scene";

/** What the director keeps: the game and through whose eyes it was seen. */
interface Moment {
  play: Play;
  eyes: number | null;
}

const ANSWER_SOON = 700; // milliseconds
const TWICE = 500; // milliseconds in which a second tap belongs to the first

export class Live {
  ui = $state.raw<GameUi | null>(null);
  busy = $state(false);
  /** Whether the answer to a move takes so long that one should be told. */
  unanswered = $state(false);
  /** The move that the table points at, and what the adviser said about it. */
  hint = $state<string | null>(null);
  advice = $state.raw<HintMessage | null>(null);
  /** Whether it is us who offer a rematch. */
  offering = false;
  readonly session: Session;
  readonly director: Director<Moment>;
  /** The same objects from move to move, so that only what has changed is drawn anew. */
  readonly feeling = new Feeling(() => this.people, () => this.scene?.result ?? null, () => this.director.flying.length > 0);
  private chose = -TWICE;
  private readonly narrator = new Narrator(() => this.scene, () => !this.ready);

  constructor(id: string, key: string | null) {
    this.director = new Director<Moment>(
      (before, after, story) => this.ui?.motions(this.sceneOf(before), this.sceneOf(after), story) ?? [],
      (story, before) => this.heard(story, before),
    );
    this.session = new Session(id, key, {
      reset: (play, story) => this.director.reset(play && this.moment(play), story),
      went: (play, story) => this.went(play, story),
      changed: (before, went) => this.changed(before, went),
      reacted: (seat, reaction) => {
        this.feeling.react(seat, reaction);
        if (prefs.reactions) sounds.play(["react"]);
      },
    });
  }

  /** Not derived: what still moves when the table is left asks for it as well, and a derived value would end with the page. */
  get people(): Person[] {
    const { table, you, presence } = this.session;
    return table ? people(table, you, presence) : [];
  }

  /** What is on the screen now. */
  get scene(): Scene | null {
    const shown = this.director.state;
    return shown && this.session.table ? this.sceneOf(shown) : null;
  }

  /** Own seats for which something is to be decided now, whatever is on the screen yet. */
  get due(): Seat[] {
    const { play, you, table } = this.session;
    if (table?.stage !== "playing" || table.frozen || !play) return [];
    return you.seats.filter((seat) => play.waiting.includes(seat));
  }

  /** Whether the table can be told anything now. */
  get connected(): boolean {
    return this.session.connection === "open";
  }

  /** Whether one has been shown what is to be decided. Choices that others seal meanwhile leave it what it was. */
  get ready(): boolean {
    const { moving, seen, state } = this.director;
    return !moving || seen?.play.moves === state?.play.moves;
  }

  choose = async (move: string): Promise<void> => {
    if (this.busy) return;
    if (!this.connected) return announcer.note(t("table.not_connected"), { bad: true });
    if (!this.ready) return this.director.skip(); // it may have been meant for what was here before
    const meant = this.director.state?.play.moves;
    this.director.skip();
    if (meant !== this.session.play?.moves) return; // the game has gone on since; what is to be decided now is another thing
    this.busy = true;
    this.chose = performance.now();
    const timer = setTimeout(() => (this.unanswered = true), ANSWER_SOON);
    if (await this.try(() => this.session.move(move))) this.played();
    clearTimeout(timer);
    this.busy = this.unanswered = false;
  };

  /** To the present; but not by the second half of a double tap that made a move. */
  hurry = (): void => {
    if (performance.now() - this.chose > TWICE) this.director.skip();
  };

  foresee = async (move: string): Promise<WhatIfMessage | null> => this.session.whatIf(move).catch(() => null);

  askForHint = async (): Promise<void> => {
    const at = this.session.play?.at;
    await this.try(async () => {
      const advice = await this.session.hint();
      if (this.session.play?.at !== at) return;
      this.advice = advice;
      this.hint = advice.move;
    });
  };

  dropHint = (): void => {
    this.hint = this.advice = null;
  };

  /** Do something that the server may refuse, and say so if it does. */
  async try(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (fault) {
      this.refused(fault);
      return false;
    }
  }

  /** Show a refusal, in the reader's language, to whoever asked. Who is late is shown the table as it is now, without a word. */
  refused = (fault: unknown): void => {
    if (!(fault instanceof Refusal)) throw fault;
    if (fault.code === "stale") this.director.skip();
    else announcer.note(faultText(fault.fault, this.session.table?.options.game), { bad: true });
  };

  close(): void {
    this.session.close();
    this.director.reset(null, []);
    this.feeling.close();
  }

  private heard(story: StoryLine[], before: Moment | null): void {
    this.narrator.tell(story, this.people, this.ui);
    const { scene } = this;
    const felt = before && scene ? this.ui?.feelings?.(this.sceneOf(before), scene, story) : null;
    if (felt && !scene?.result) this.feeling.felt(felt, story.at(-1)?.move ?? 0);
    const { result } = this.session.play ?? {};
    if (scene?.result && before && !before.play.result && result) {
      sounds.play([result.winners.some((seat) => this.session.you.seats.includes(seat)) ? "win" : "end"]);
    }
  }

  private played(): void {
    const game = this.session.table?.options.game;
    if (game && !prefs.played.includes(game)) prefs.played.push(game);
  }

  private went(play: Play, story: StoryLine[]): void {
    this.dropHint();
    const known = this.director.latest?.play.moves ?? 0;
    if (play.moves >= known) return this.show(play, story);
    this.director.skip();
    const kept = this.director.story.filter((line) => line.move <= play.moves);
    this.director.reset(this.moment(play), [...kept, ...story]);
    announcer.note(t("table.taken_back", { count: known - play.moves }));
  }

  /** Bots are followed at leisure, unless people wait; what a person does is seen at once. */
  private show(play: Play, story: StoryLine[]): void {
    const { seats } = this.session.you;
    const company = this.people.some((person) => person.bot === null && !person.away && !person.yours);
    const last = story.at(-1);
    if (last?.by === "person" && last.seat !== null && !seats.includes(last.seat)) this.director.skip();
    const turn = last?.by === "bot" && last.seat !== null && !company ? last.seat : undefined;
    const state = this.moment(play);
    const cuts = this.cuts(state, story);
    let [rest, climax, done] = [story, false, 0];
    for (const { view, told, scene } of cuts) {
      const veiled = { ...play, view: view as Play["view"], menu: null, waiting: [], chosen: [], result: undefined };
      const [first, after] = divided(rest, told - done);
      this.director.push({ state: { ...state, play: veiled }, story: first, hurried: company, climax });
      [rest, climax, done] = [after, scene ?? false, told];
    }
    this.director.push({ state, story: rest, turn: cuts.length ? undefined : turn, hurried: company, climax });
  }

  private cuts(state: Moment, story: StoryLine[]): Cut[] {
    const before = this.director.latest;
    try {
      return (before && this.ui?.climax?.cuts(this.sceneOf(before), this.sceneOf(state), story)) ?? [];
    } catch (fault) {
      reportError(fault); // without its scenes the game goes on
      return [];
    }
  }

  private changed(before: TableInfo, went: boolean): void {
    const { table, you } = this.session;
    const declined = before.asked && !table?.asked && !went;
    if (declined && you.seats.includes(before.asked?.seat ?? -1)) announcer.note(t("table.undo_declined"));
    if (table?.rematch && !before.rematch && !this.offering) announcer.note(t("table.rematch_offered"));
  }

  private moment(play: Play): Moment {
    return { play: sharing(this.director.latest?.play, play), eyes: this.session.you.eyes };
  }

  sceneOf({ play, eyes }: Moment): Scene {
    const { table } = this.session;
    if (!table) throw new Error("a scene without a table");
    return scene(play, this.director.story, { table, people: this.people, eyes }, this.hint);
  }
}
