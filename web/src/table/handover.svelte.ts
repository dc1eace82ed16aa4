// Several people at one device: nobody sees a hand before its owner has taken the device.
import type { Seat } from "$/net/messages";
import type { Live } from "./live.svelte";

const LOOK_A_WHILE = 900; // milliseconds in which whoever has just acted sees what came of it

export class HandOver {
  /** Who has the device. */
  holder = $state<Seat | null>(null);
  /** Whether the table is covered until the next one has taken it. */
  covered = $state(false);
  private turning = $state(false); // what is wished for meanwhile is done when the answer has come

  constructor(private readonly live: Live) {}

  get several(): boolean {
    const { you, table } = this.live.session;
    return you.seats.length > 1 && table?.stage === "playing";
  }

  /** Who should have the device now; null if it may stay where it is. */
  get next(): Seat | null {
    const { due } = this.live;
    if (!this.several || (this.holder !== null && due.includes(this.holder))) return null;
    return due[0] ?? null;
  }

  /** Whether the session shows what is not meant for whoever has the device. */
  get hidden(): boolean {
    const { eyes } = this.live.session.you;
    return this.several && eyes !== null && eyes !== this.holder;
  }

  /** To be called while a component is set up. */
  follow(): void {
    $effect(() => this.coverWhenSeen());
    $effect(() => this.turnEyes());
  }

  take = (): void => {
    this.holder = this.next;
    this.covered = false;
  };

  private coverWhenSeen(): (() => void) | undefined {
    if (this.next === null) this.covered = false;
    else if (this.holder === null) this.covered = true;
    else if (!this.live.director.moving) {
      const timer = setTimeout(() => (this.covered = true), LOOK_A_WHILE);
      return () => clearTimeout(timer);
    }
    return undefined;
  }

  /** Away from what is nobody's business, and back when the device stays where it is after all. */
  private turnEyes(): void {
    const { you, connection } = this.live.session;
    if (!this.several || connection !== "open") return;
    if (you.eyes !== null && (this.covered || this.hidden)) this.look(null);
    else if (you.eyes === null && !this.covered && this.holder !== null && this.next === null) this.look(this.holder);
  }

  private look(seat: Seat | null): void {
    if (this.turning) return;
    this.turning = true;
    void this.live.try(() => this.live.session.look(seat)).then(() => (this.turning = false));
  }
}
