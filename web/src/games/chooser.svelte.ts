// How one chooses at every table: look first, then do. A mouse looks by hovering, a keyboard by focusing, a finger by the
// first tap; a click, Enter or the second tap does it. What is not open can be looked at just the same, and says why.
import type { ClosedMove, WhatIfMessage } from "$/net/messages";
import { announcer } from "$/ui/announcer.svelte";
import { say } from "$/words/words.svelte";
import { untrack } from "svelte";
import type { TableProps } from "./contract";

const CALM = 120; // milliseconds that one has to look before the server is asked

export class Chooser {
  /** The move that is looked at. */
  looked = $state<string | null>(null);
  /** What it would lead to, once the server has said so. */
  foreseen = $state.raw<WhatIfMessage | null>(null);
  private known = new Map<string, Promise<WhatIfMessage | null>>();
  private timer = 0;
  private byTouch = false;

  /** To be made while a table is set up. `props` is asked anew each time, because they change under our hands. */
  constructor(private readonly props: () => TableProps) {
    // What was foreseen holds only for the moment it was asked in.
    $effect(() => {
      void props().scene.view;
      untrack(() => this.forget());
    });
  }

  isOpen(move: string): boolean {
    return this.props().scene.menu?.open.includes(move) ?? false;
  }

  closed(move: string): ClosedMove | undefined {
    return this.props().scene.menu?.closed.find((each) => each.move === move);
  }

  /** Why a move is not open, in words; empty if it is, or if nobody can say. */
  reason(move: string): string {
    const closed = this.closed(move);
    return closed ? say(this.props().scene.game, "reasons", closed.code, closed.values) : "";
  }

  /** To be spread onto the button that makes `move`. */
  control(move: string) {
    const open = this.isOpen(move);
    return {
      "data-move": move,
      "aria-disabled": !open || this.props().busy,
      onpointerenter: (event: PointerEvent) => event.pointerType === "mouse" && this.look(move),
      onpointerleave: (event: PointerEvent) => event.pointerType === "mouse" && this.lookAway(move),
      onpointerdown: (event: PointerEvent) => (this.byTouch = event.pointerType !== "mouse"),
      onfocus: () => !this.byTouch && this.look(move),
      onblur: () => this.lookAway(move),
      onclick: () => this.click(move, open),
    };
  }

  /** Look at a move without a button of its own, or at nothing. */
  look(move: string | null): void {
    if (this.looked === move) return;
    this.looked = move;
    this.foreseen = null;
    clearTimeout(this.timer);
    if (move !== null && this.isOpen(move)) this.timer = window.setTimeout(() => void this.ask(move), CALM);
  }

  do(move: string): void {
    letGo();
    this.look(null);
    this.props().choose(move);
  }

  private forget(): void {
    this.known.clear();
    this.look(null);
  }

  private lookAway(move: string): void {
    if (this.looked === move) this.look(null);
  }

  private click(move: string, open: boolean): void {
    const first = this.byTouch && this.looked !== move;
    this.byTouch = false;
    if (first) this.look(move);
    if (!open) announcer.say(this.reason(move));
    else if (!first) this.do(move);
  }

  private async ask(move: string): Promise<void> {
    const answer = this.known.get(move) ?? this.props().foresee(move);
    this.known.set(move, answer);
    const foreseen = await answer;
    if (this.looked === move) this.foreseen = foreseen;
  }
}

/**
 * What was clicked goes away when the move is made. A browser that has to take the focus from something in the middle of a
 * change lays out the half-changed table, and then again the whole: so it is given up before. Keys keep theirs, to be led on.
 */
function letGo(): void {
  const here = document.activeElement;
  if (here instanceof HTMLElement && !here.matches(":focus-visible")) here.blur();
}
