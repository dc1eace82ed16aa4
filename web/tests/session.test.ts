import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "$/net/api";
import type { Play, StoryLine } from "$/net/messages";
import { Session } from "$/state/session.svelte";

/** A server's end of a socket, in the hands of the test. */
class FakeSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.drop(1000);
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  drop(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const VIEW = { seat: 0, game: "bali", rules: {}, to_act: [0], over: false };
const play = (moves: number, at = moves) =>
  ({ at, moves, since: 0, deadline: null, waiting: [0], chosen: [], choice: null, orders: {}, menu: null, view: VIEW }) satisfies Play;
const YOU = { seats: [0], host: true, eyes: 0, key: "secret" };
const TABLE = { id: "t", stage: "playing", asked: null };
const snapshot = (version: number, moves: number) => ({
  type: "table", version, table: TABLE, you: YOU, play: play(moves), story: [], chat: [], presence: { seats: [true], watchers: 0 },
});

let heard: string[];
let sessions: Session[];

async function entered(): Promise<{ session: Session; socket: FakeSocket }> {
  const session = new Session("t", "key", {
    reset: (now: Play | null) => heard.push(`reset ${now?.moves}`),
    went: (now: Play, story: StoryLine[]) => heard.push(`went ${now.moves} ${story.length}`),
    changed: (before, went) => heard.push(`changed ${before.stage} ${went}`),
  });
  sessions.push(session);
  await vi.advanceTimersByTimeAsync(0);
  const socket = last();
  socket.open();
  socket.say(snapshot(4, 2));
  return { session, socket };
}

function last(): FakeSocket {
  const socket = FakeSocket.made.at(-1);
  if (!socket) throw new Error("no socket was opened");
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
  sessions = [];
  FakeSocket.made = [];
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const world = new EventTarget();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("addEventListener", world.addEventListener.bind(world));
  vi.stubGlobal("removeEventListener", world.removeEventListener.bind(world));
  vi.stubGlobal("dispatchEvent", world.dispatchEvent.bind(world));
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
});

afterEach(() => {
  sessions.forEach((session) => session.close());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("enters with the key of the link and hears everything", async () => {
  const { session, socket } = await entered();
  expect(socket.sent[0]).toEqual({ type: "enter", key: "key", eyes: null });
  expect([session.connection, session.play?.moves, heard]).toEqual(["open", 2, ["reset 2"]]);
});

test("follows what changes, part by part", async () => {
  const { session, socket } = await entered();
  socket.say({ type: "update", from: 4, version: 5, play: play(3), story: [{ move: 3, events: [] }] });
  socket.say({ type: "update", from: 5, version: 6, lines: [{ name: "Bob", text: "hello", at: 1, seats: [1] }] });
  socket.say({ type: "presence", seats: [false], watchers: 2 });
  socket.say({ type: "update", from: 6, version: 7, table: { ...TABLE, stage: "over" }, you: YOU });
  expect(heard).toEqual(["reset 2", "went 3 1", "changed playing false"]);
  expect([session.chat.length, session.presence.watchers, session.table?.stage]).toEqual([1, 2, "over"]);
});

test("asks for everything when something was missed, and believes nothing until it is there", async () => {
  const { session, socket } = await entered();
  socket.say({ type: "update", from: 9, version: 10, play: play(7) });
  expect(socket.sent.at(-1)).toMatchObject({ type: "snapshot" });
  expect(session.play?.moves).toBe(2);
  socket.say(snapshot(10, 7));
  expect(heard).toEqual(["reset 2", "reset 7"]);
});

test("what is older than what we know changes nothing", async () => {
  const { session, socket } = await entered();
  const asked = socket.sent.length;
  socket.say({ type: "update", from: 3, version: 4, play: play(1) });
  expect([session.play?.moves, socket.sent.length]).toEqual([2, asked]);
});

test("comes back by itself, with the same eyes and the table's own key", async () => {
  const { session, socket } = await entered();
  socket.drop(1012);
  expect(session.connection).toBe("lost");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(FakeSocket.made.length).toBe(2);
  last().open();
  expect(last().sent[0]).toEqual({ type: "enter", key: "secret", eyes: 0 });
  last().say(snapshot(8, 6));
  expect([session.connection, session.play?.moves]).toEqual(["open", 6]);
});

test("tries again and again, and at once when the network is back", async () => {
  await entered();
  for (let time = 0; time < 4; time++) {
    last().drop(1006);
    await vi.advanceTimersByTimeAsync(8_000);
  }
  expect(FakeSocket.made.length).toBe(5);
  last().drop(1006);
  dispatchEvent(new Event("online"));
  expect(FakeSocket.made.length).toBe(6);
});

test("a connection that went silent is given up", async () => {
  const { session, socket } = await entered();
  await vi.advanceTimersByTimeAsync(26_000);
  expect(socket.sent.at(-1)).toMatchObject({ type: "ping" });
  await vi.advanceTimersByTimeAsync(9_000);
  expect([session.connection === "open", FakeSocket.made.length]).toEqual([false, 2]);
});

test("whoever may not be here is told why and does not come back", async () => {
  const { session, socket } = await entered();
  socket.drop(4003);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([session.connection, session.ended?.code, FakeSocket.made.length]).toEqual(["ended", "by_link_only", 1]);
});

test("a dead link ends, a busy server is asked again", async () => {
  const dead = await entered();
  dead.socket.say({ type: "bye", error: { code: "no_table", message: "gone" } });
  dead.socket.drop(4000);
  expect(dead.session.ended?.code).toBe("no_table");
  const busy = await entered();
  busy.socket.say({ type: "bye", error: { code: "store_down", message: "soon" } });
  busy.socket.drop(4000);
  expect([busy.session.connection, busy.session.ended]).toEqual(["lost", null]);
});

test("a move carries the position it was decided in and the seat", async () => {
  const { session, socket } = await entered();
  const made = session.move("take 2");
  expect(socket.sent.at(-1)).toMatchObject({ type: "move", move: "take 2", at: 2, seat: 0 });
  socket.say({ type: "ack", id: socket.sent.at(-1)?.id, version: 5 });
  await made;
});

test("a move that comes after an undo is not sent again", async () => {
  const { session, socket } = await entered();
  const late = expect(session.move("A")).rejects.toMatchObject({ code: "stale" });
  const refused = socket.sent.at(-1);
  socket.say({ type: "update", from: 4, version: 5, play: play(2, 3) });
  socket.say({ type: "refused", id: refused?.id, error: { code: "stale", message: "" } });
  await vi.advanceTimersByTimeAsync(0);
  expect(socket.sent.at(-1)).toBe(refused);
  await late;
});

test("whatever waits for an answer is let go when the line breaks", async () => {
  const { session, socket } = await entered();
  const hint = session.hint();
  const refused = expect(hint).rejects.toBeInstanceOf(Refusal);
  socket.drop(1006);
  await refused;
});
