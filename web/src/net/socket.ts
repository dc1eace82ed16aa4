// One table's WebSocket: comes back by itself, however often it breaks, and answers each message sent with a promise.
import { serverless } from "$/state/root";
import { Refusal } from "./api";
import type { Command, Fault, Question, ServerMessage } from "./messages";
import { PageSocket } from "./page";

export type Connection = "connecting" | "open" | "lost" | "ended";

export interface Listeners {
  hear(message: ServerMessage): void;
  connection(state: Connection, fault?: Fault): void;
  /** What to enter with: asked each time, for the key or the eyes may have changed. */
  enter(): { key: string | null; eyes: number | null };
}

interface Waiting {
  resolve(answer: ServerMessage): void;
  reject(fault: Refusal): void;
}

const FIRST_WAIT = 250; // milliseconds before the first new try
const LONGEST_WAIT = 5_000;
const SILENCE = 25_000; // after which we ask whether anybody is there: a sleeping phone is not told that it was cut off
const ANSWER_WITHIN = 8_000;
const DOUBT_AFTER = 2_000; // of waiting for an answer we say that the connection may be lost
const NOT_HERE = 4000; // the server closes so when we may not enter
const NO_LONGER = 4003;
const SOON = ["no_enter", "too_many", "busy", "conflict", "store_down", "restart", "stopping", "internal"]; // worth another try
const BLOCKED: Fault = { code: "blocked", message: "The keeper of this server does not let you in." };
const SENT_AWAY: Fault = { code: "by_link_only", message: "Watching is not allowed here any more." };

/** The way to a table, wherever it lives. */
export function wayTo(id: string, to: Listeners): Pick<TableSocket, "ask" | "close"> {
  return serverless ? new PageSocket(id, to) : new TableSocket(id, to);
}

export class TableSocket {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private number = 0;
  private wait = FIRST_WAIT;
  private timer = 0;
  private pulse = 0;
  private doubts = 0; // the timer that runs while an answer is awaited
  private inDoubt = false;
  private over = false;
  private farewell: Fault | undefined;

  constructor(private readonly id: string, private readonly to: Listeners) {
    addEventListener("online", this.hurry);
    addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  close(): void {
    this.over = true;
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.doubt);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.timer);
    clearTimeout(this.pulse);
    clearTimeout(this.doubts);
    const { socket } = this;
    // A browser complains about what is closed before it is open.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
    this.letGo();
  }

  ask<T extends ServerMessage = ServerMessage>(message: Command | Question): Promise<T> {
    if (this.socket?.readyState !== WebSocket.OPEN)
      return Promise.reject(new Refusal({ code: "offline", message: "There is no connection to the table." }));
    const id = String(++this.number);
    this.socket.send(JSON.stringify({ ...message, id }));
    if (this.waiting.size === 0) this.doubts = window.setTimeout(() => this.unheard(), DOUBT_AFTER);
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: ServerMessage) => void, reject });
    });
  }

  private connect(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`);
    this.socket = socket;
    this.farewell = undefined;
    this.to.connection("connecting");
    this.giveUpOn(socket);
    socket.onopen = () => socket.send(JSON.stringify({ type: "enter", ...this.to.enter() }));
    socket.onmessage = (event) => this.heard(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => {
      if (socket === this.socket) this.closed(event.code, event.reason);
    };
  }

  private heard(message: ServerMessage): void {
    this.listenForSilence();
    if (message.type === "table") this.wait = FIRST_WAIT;
    if (message.type === "table" || this.inDoubt) this.to.connection("open");
    this.inDoubt = false;
    if (message.type === "bye") this.farewell = message.error;
    this.settle(message);
    this.to.hear(message);
  }

  private settle(message: ServerMessage): void {
    const id = "id" in message ? message.id : null;
    const waiting = id === null ? undefined : this.waiting.get(id);
    if (id === null || !waiting) return;
    this.waiting.delete(id);
    clearTimeout(this.doubts);
    if (message.type === "refused") waiting.reject(new Refusal(message.error));
    else waiting.resolve(message);
  }

  private closed(code: number, reason = ""): void {
    this.socket = null;
    this.inDoubt = false;
    clearTimeout(this.pulse);
    clearTimeout(this.doubts);
    this.letGo();
    if (this.over) return;
    if (code === NO_LONGER || (code === NOT_HERE && !SOON.includes(this.farewell?.code ?? ""))) {
      this.over = true;
      this.to.connection("ended", this.farewell ?? (reason === BLOCKED.code ? BLOCKED : SENT_AWAY));
      return;
    }
    this.to.connection("lost");
    this.timer = window.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** What was sent may still arrive, but whoever tapped is to see that it has not yet. */
  private unheard(): void {
    if (this.over || this.socket === null) return;
    this.inDoubt = true;
    this.to.connection("lost");
    this.giveUpOn(this.socket, ANSWER_WITHIN - DOUBT_AFTER);
  }

  private letGo(): void {
    const lost = new Refusal({ code: "offline", message: "The connection to the table was lost.", uncertain: true });
    for (const waiting of this.waiting.values()) waiting.reject(lost);
    this.waiting.clear();
  }

  private hurry = (): void => {
    if (document.visibilityState === "hidden" || this.over) return;
    if (this.socket === null) this.connect();
    else if (this.socket.readyState === WebSocket.OPEN) this.askForPulse();
  };

  /** The device says that it has no network. A server on this very device is there all the same, and found at once. */
  private doubt = (): void => {
    if (this.over || this.socket === null) return;
    this.socket.close();
    this.closed(0);
  };

  private listenForSilence(): void {
    clearTimeout(this.pulse);
    this.pulse = window.setTimeout(() => this.askForPulse(), SILENCE);
  }

  private askForPulse(): void {
    this.ask({ type: "ping" }).catch(() => undefined);
    this.giveUpOn(this.socket);
  }

  /** Unless something is heard soon. */
  private giveUpOn(socket: WebSocket | null, within = ANSWER_WITHIN): void {
    clearTimeout(this.pulse);
    this.pulse = window.setTimeout(() => {
      if (socket !== this.socket) return;
      socket?.close();
      this.closed(0);
    }, within);
  }
}
