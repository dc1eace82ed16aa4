// One table as the server tells it: keeps everything that was said, and says whether we still hear it.
import { meet, Refusal } from "$/net/api";
import type {
  ChatLine, Command, Fault, HintMessage, Play, Presence, Question, Reaction, ServerMessage, StoryLine, TableInfo, TableMessage,
  UpdateMessage, WhatIfMessage, You,
} from "$/net/messages";
import { type Connection, type TableSocket, wayTo } from "$/net/socket";

interface Audience {
  /** Everything anew: after entering, a gap, or a look through other eyes. */
  reset(play: Play | null, story: StoryLine[]): void;
  /** The game went on (or was taken back, if `play.moves` is less than before). */
  went(play: Play, story: StoryLine[]): void;
  /** Who sits, is away or asks for something has changed. `before` is how it was; `went`: the game has gone on as well. */
  changed?(before: TableInfo, went: boolean): void;
  /** Somebody reacts, without words. */
  reacted?(seat: number, reaction: Reaction): void;
}

export class Session {
  connection = $state<Connection>("connecting");
  /** Why we may not be here. */
  ended = $state.raw<Fault | null>(null);
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({ seats: [], host: false, eyes: null, key: null });
  play = $state.raw<Play | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  presence = $state.raw<Presence>({ seats: [], watchers: 0 });
  private version = -1;
  private socket: Pick<TableSocket, "ask" | "close"> | null = null;
  private closed = false;

  constructor(readonly id: string, private readonly key: string | null, private readonly audience: Audience) {
    void this.enter();
  }

  /** The key that lets us in: the one we were told, or else that of the link. */
  get pass(): string | null {
    return this.you.key ?? this.key;
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  do(command: Command): Promise<ServerMessage> {
    return this.ask(command);
  }

  /** Make a move in the position that is known. In any other the server refuses it, and it is for the person to decide anew. */
  async move(move: string): Promise<void> {
    if (this.play) await this.ask({ type: "move", move, at: this.play.at, seat: this.you.eyes ?? undefined });
  }

  look(seat: number | null): Promise<ServerMessage> {
    return this.ask({ type: "eyes", seat });
  }

  react(reaction: Reaction): Promise<ServerMessage> {
    return this.ask({ type: "react", reaction, seat: this.you.eyes ?? undefined });
  }

  hint(): Promise<HintMessage> {
    return this.ask<HintMessage>({ type: "hint", seat: this.you.eyes ?? undefined });
  }

  whatIf(move: string): Promise<WhatIfMessage> {
    return this.ask<WhatIfMessage>({ type: "what_if", move, seat: this.you.eyes ?? undefined });
  }

  private ask<T extends ServerMessage>(message: Command | Question): Promise<T> {
    const nobody = new Refusal({ code: "offline", message: "There is no connection to the table yet." });
    return this.socket ? this.socket.ask<T>(message) : Promise.reject(nobody);
  }

  private async enter(): Promise<void> {
    try {
      await meet(); // without the guest's cookie the server would not know us
    } catch {
      this.connection = "lost";
      setTimeout(() => !this.closed && void this.enter(), 2000);
      return;
    }
    if (this.closed) return;
    this.socket = wayTo(this.id, {
      hear: (message) => this.hear(message),
      connection: (state, fault) => {
        this.connection = state;
        this.ended = fault ?? null;
      },
      enter: () => ({ key: this.pass, eyes: this.you.eyes }),
    });
  }

  private hear(message: ServerMessage): void {
    if (message.type === "table") this.all(message);
    else if (message.type === "update") this.some(message);
    else if (message.type === "reaction") this.audience.reacted?.(message.seat, message.reaction);
    else if (message.type === "presence") this.presence = { seats: message.seats, watchers: message.watchers };
  }

  private all(message: TableMessage): void {
    this.table = message.table;
    this.you = message.you;
    this.chat = message.chat;
    this.presence = message.presence;
    this.version = message.version;
    this.play = message.play;
    this.audience.reset(message.play, message.story);
  }

  private some(message: UpdateMessage): void {
    if (message.from !== this.version) {
      if (message.from > this.version) this.ask({ type: "snapshot" }).catch(() => undefined);
      return;
    }
    const before = this.table;
    this.version = message.version;
    if (message.table) this.table = message.table;
    if (message.you) this.you = message.you;
    if (message.presence) this.presence = message.presence;
    if (message.lines) this.chat = [...this.chat, ...message.lines];
    if (message.play) {
      this.play = message.play;
      this.audience.went(message.play, message.story ?? []);
    }
    if (before && message.table) this.audience.changed?.(before, Boolean(message.play));
  }
}
