// How those at the table take it: faces have moods, people react without words, and bots remark on things now and then.
import type { Feelings, Person } from "$/games/contract";
import type { Reaction, Result, Seat } from "$/net/messages";
import { prefs } from "$/state/prefs.svelte";
import type { Mood } from "$/ui/faces.svelte";

/** What somebody shows at their seat for a moment: a reaction, or a bot's remark. */
export interface Bubble {
  id: number;
  seat: Seat;
  reaction?: Reaction;
  /** Which of a bot's remarks. */
  remark?: Occasion;
  /** After which move it was made: chooses the words, so that all who look on read the same. */
  move?: number;
}

export type Occasion = "scores" | "outdone" | "wins" | "loses";

const SHOWN = 3200; // milliseconds
const MOOD = 4500;
const SOON = 300; // until we look again whether something still flies
const QUIET = 20_000; // between two remarks, whoever makes them
const SELDOM = 3; // one of so many occasions is remarked upon
const POLITE = 900; // milliseconds after which a bot answers
const ANSWERS: Partial<Record<Reaction, Reaction>> = { bow: "bow", tea: "bow", applause: "bow", laugh: "laugh" };

export class Feeling {
  bubbles = $state.raw<Bubble[]>([]);
  private moods = $state.raw<Partial<Record<Seat, Mood>>>({});
  private number = 0;
  private spoke = -QUIET;
  private fading: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly people: () => Person[],
    private readonly result: () => Result | null,
    private readonly flying: () => boolean,
  ) {}

  mood = (seat: Seat): Mood => {
    const result = this.result();
    if (result) return result.winners.includes(seat) ? "pleased" : "outdone";
    return this.moods[seat] ?? "waiting";
  };

  /** Something has happened that some are glad of; `move` is its number, the same for all who look on. */
  felt({ pleased, outdone }: Feelings, move: number): void {
    const moods: Partial<Record<Seat, Mood>> = {};
    for (const seat of outdone) moods[seat] = "outdone";
    for (const seat of pleased) moods[seat] = "pleased";
    this.moods = moods;
    clearTimeout(this.fading);
    this.fading = setTimeout(this.fade, MOOD);
    this.remark([...pleased, ...outdone].filter((seat) => this.people()[seat]?.bot), moods, move);
  }

  /** Drawing faces anew is work that waits until nothing travels. */
  private fade = (): void => {
    if (this.flying()) this.fading = setTimeout(this.fade, SOON);
    else this.moods = {};
  };

  /** Somebody reacts. A bot is polite; which one does not depend on who looks on. */
  react(seat: Seat, reaction: Reaction): void {
    this.show({ seat, reaction });
    const bots = this.people().filter((person) => person.bot !== null && person.seat !== seat);
    const answer = ANSWERS[reaction];
    const polite = bots[(seat + reaction.length) % bots.length];
    if (polite && answer && this.people()[seat]?.bot === null) setTimeout(() => this.show({ seat: polite.seat, reaction: answer }), POLITE);
  }

  close(): void {
    clearTimeout(this.fading);
    this.bubbles = [];
  }

  private remark(bots: Seat[], moods: Partial<Record<Seat, Mood>>, move: number): void {
    const seat = bots[move % bots.length];
    const soon = performance.now() - this.spoke < QUIET;
    if (seat === undefined || soon || move % SELDOM) return;
    this.spoke = performance.now();
    this.show({ seat, remark: moods[seat] === "pleased" ? "scores" : "outdone", move });
  }

  /** One at a seat; the last one counts. */
  private show(shown: Omit<Bubble, "id">): void {
    if (!prefs.reactions || document.hidden) return;
    const bubble = { id: ++this.number, ...shown };
    this.bubbles = [...this.bubbles.filter(({ seat }) => seat !== shown.seat), bubble];
    setTimeout(() => (this.bubbles = this.bubbles.filter((each) => each !== bubble)), SHOWN);
  }
}
