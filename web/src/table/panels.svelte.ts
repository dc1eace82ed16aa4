// What is open around a table: its dialogs, its side panel, and what of the chat has not been read.
import { prefs } from "$/state/prefs.svelte";
import type { Live } from "./live.svelte";

export type Tab = "story" | "chat" | "people";
export type Open = "help" | "move" | "orders" | "leave" | "end" | null;

export const TABS: Tab[] = ["story", "chat", "people"];
export const ICONS: Record<Tab, string> = { story: "log", chat: "chat", people: "people" };

export class Panels {
  open = $state<Open>(null);
  tab = $state<Tab>("story");
  /** Whether the side panel lies over the table, where there is no room beside it. */
  drawer = $state(false);
  private read = $state(0);
  private ended = false;

  constructor(private readonly live: Live) {}

  get unread(): number {
    return Math.max(0, this.live.session.chat.length - this.read);
  }

  /** To be called while a component is set up. */
  follow(): void {
    this.read = this.live.session.chat.length;
    $effect(() => {
      if (this.ended || !this.live.session.play?.result || this.live.director.moving) return;
      this.ended = true;
      this.open = "end";
    });
  }

  readAll = (): void => {
    this.read = this.live.session.chat.length;
  };

  show(tab: Tab): void {
    this.tab = tab;
    prefs.sidePanel = this.drawer = true;
  }

  togglePanel(wide: boolean): void {
    if (wide) prefs.sidePanel = !prefs.sidePanel;
    else this.drawer = !this.drawer;
  }
}
