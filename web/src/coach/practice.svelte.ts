// Positions that come back: solved ones after more and more days, others tomorrow. Kept on this device and, where there is a server, there.
import { meet, request } from "$/net/api";
import type { Practice, PracticeCard } from "$/net/messages";
import { serverless } from "$/state/root";
import type { OwnExercise } from "./exercise";

const PLACE = "pasar-practice";
const DAYS = [0, 1, 3, 7, 16, 35]; // until a card of each box comes back
const DAY = 86400;
const MOST = 100; // cards, as many as a server keeps
const LONGEST = 8000; // characters of one, as long as a server keeps

export type Card = Omit<PracticeCard, "exercise"> & { exercise: OwnExercise | null };

/** The card after an answer at this time. */
export function answered(card: Card, right: boolean, now: number): Card {
  const box = right ? card.box + 1 : 1;
  const days = DAYS[box];
  if (days === undefined) return { ...card, box: DAYS.length, exercise: null, changed: now };
  return { ...card, box, due: now + days * DAY, changed: now };
}

/** Of two devices the later word counts for each card. */
export function merged(one: Card[], other: Card[]): Card[] {
  const found = new Map<string, Card>();
  for (const card of [...one, ...other]) {
    const known = found.get(card.id);
    if (!known || card.changed > known.changed) found.set(card.id, card);
  }
  return [...found.values()].sort((a, b) => b.changed - a.changed).slice(0, MOST);
}

class Box {
  cards = $state.raw<Card[]>(read());
  private asked: Promise<void> | null = null;

  /** Those that are to be solved now, the longest due first. */
  due(game: string, now = Date.now() / 1000): Card[] {
    const waiting = this.cards.filter(({ exercise, due }) => exercise?.game === game && due <= now);
    return waiting.sort((one, other) => one.due - other.due);
  }

  /** Mistakes of a game; those that are known already stay as they are. */
  async add(mistakes: { id: string; exercise: OwnExercise }[]): Promise<void> {
    await this.fetch();
    const now = Date.now() / 1000;
    const fresh = mistakes
      .filter(({ id }) => !this.cards.some((card) => card.id === id))
      .map(({ id, exercise }): Card => ({ id, exercise, box: 0, due: now, changed: now }))
      .filter((card) => JSON.stringify(card).length <= LONGEST);
    if (fresh.length) this.keep([...fresh, ...this.cards]);
  }

  answer(id: string, right: boolean): void {
    const now = Date.now() / 1000;
    this.keep(this.cards.map((card) => (card.id === id ? answered(card, right, now) : card)));
  }

  /** What other devices have kept, once. */
  fetch(): Promise<void> {
    this.asked ??= this.merge();
    return this.asked;
  }

  private async merge(): Promise<void> {
    if (serverless) return;
    const kept = await meet().then(() => request<Practice>("/api/me/practice")).catch(() => null);
    if (kept) this.keep(merged(this.cards, kept.cards as Card[]), this.cards.length > 0);
  }

  private keep(cards: Card[], tell = true): void {
    this.cards = cards.slice(0, MOST);
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.cards));
    } catch {
      // A private window may refuse; they then last as long as the page.
    }
    if (tell && !serverless) request("/api/me/practice", { method: "PUT", body: { cards: this.cards } }).catch(() => undefined);
  }
}

function read(): Card[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]") as Card[];
  } catch {
    return [];
  }
}

export const practice = new Box();
