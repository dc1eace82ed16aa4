// A table in play: the session that hears it, the director that shows it, and what one can do there.
import type { GameUi, Scene } from "$/games/contract";
import { Refusal } from "$/net/api";
import type { Play, StoryLine, WhatIfMessage } from "$/net/messages";
import { Director } from "$/state/director.svelte";
import { Session } from "$/state/session.svelte";
import { announcer } from "$/ui/announcer.svelte";
import { faultText } from "$/ui/faults";
import { t } from "$/words/words.svelte";
import { people, scene } from "./scene";

/** What the director keeps: the game and through whose eyes it was seen. */
interface Moment {
  play: Play;
  eyes: number | null;
}

export class Live {
  ui = $state.raw<GameUi | null>(null);
  busy = $state(false);
  hint = $state<string | null>(null);
  readonly session: Session;
  readonly director: Director<Moment>;

  constructor(id: string, key: string | null, heard: (live: Live, story: StoryLine[]) => void) {
    this.director = new Director<Moment>(
      (before, after, story) => this.ui?.motions(this.sceneOf(before), this.sceneOf(after), story) ?? [],
      (story) => heard(this, story),
    );
    this.session = new Session(id, key, {
      reset: (play, story) => this.director.reset(play && this.moment(play), story),
      went: (play, story) => this.went(play, story),
    });
  }

  /** What is on the screen now. */
  get scene(): Scene | null {
    const shown = this.director.state;
    return shown && this.session.table ? this.sceneOf(shown) : null;
  }

  choose = async (move: string): Promise<void> => {
    if (this.busy) return;
    this.busy = true;
    this.director.skip();
    try {
      await this.session.move(move);
    } catch (fault) {
      this.refused(fault);
    } finally {
      this.busy = false;
    }
  };

  foresee = async (move: string): Promise<WhatIfMessage | null> => this.session.whatIf(move).catch(() => null);

  /** Show a refusal, in the reader's language, to whoever asked. */
  refused = (fault: unknown): void => {
    const game = this.session.table?.options.game ?? "";
    if (fault instanceof Refusal) announcer.note(faultText(fault.fault, game), { bad: true });
    else throw fault;
  };

  private went(play: Play, story: StoryLine[]): void {
    this.hint = null;
    const shown = this.director.story.filter((line) => line.move <= play.moves);
    if (shown.length < this.director.story.length) this.director.reset(this.moment(play), [...shown, ...story]);
    else this.director.push({ state: this.moment(play), story });
  }

  private moment(play: Play): Moment {
    return { play, eyes: this.session.you.eyes };
  }

  private sceneOf({ play, eyes }: Moment): Scene {
    const { table, you, presence } = this.session;
    if (!table) throw new Error("a scene without a table");
    const seated = people(table, you, presence, (seat) => t("table.nobody", { seat: seat + 1 }));
    return scene(play, this.director.story, { table, people: seated, eyes }, this.hint);
  }
}
