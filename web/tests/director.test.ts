import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Beat } from "$/games/contract";
import type { StoryLine } from "$/net/messages";
import { Director } from "$/state/director.svelte";
import { prefs, type Speed } from "$/state/prefs.svelte";

const BEATS: Beat[] = [{ gains: [{ at: "seat", text: "+1" }] }, { lights: ["seat"] }];
const line = (move: number): StoryLine => ({ move, seat: 0, by: "person", events: [] });
const step = (move: number) => ({ state: move, story: [line(move)] });

interface Page {
  hidden: boolean;
  querySelector: () => unknown;
  querySelectorAll: () => never[];
}
let page: Page;

beforeEach(() => {
  vi.useFakeTimers();
  const anchor = { getBoundingClientRect: () => ({ x: 0, y: 0, width: 10, height: 10 }), setAttribute: vi.fn(), removeAttribute: vi.fn() };
  page = { hidden: false, querySelector: () => anchor, querySelectorAll: () => [] };
  vi.stubGlobal("document", page);
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => setTimeout(act, 16));
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function director(speed: Speed = "normal", motions: () => Beat[] = () => BEATS) {
  prefs.speed = speed;
  const heard: number[] = [];
  const made = new Director<number>(motions, (story) => heard.push(...story.map((each) => each.move)));
  made.reset(0, [line(0)]);
  return { made, heard };
}

test("a step is on the screen the moment it is told", () => {
  const { made, heard } = director();
  made.push(step(1));
  expect([made.state, heard, made.moving]).toEqual([1, [1], true]);
});

test("steps are shown in order, each after the one before", async () => {
  const { made, heard } = director("slow");
  made.push(step(1));
  made.push(step(2));
  expect(made.state).toBe(1);
  expect(made.latest).toBe(2);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([made.state, heard, made.moving]).toEqual([2, [1, 2], false]);
  expect(made.story.map((each) => each.move)).toEqual([0, 1, 2]);
});

test("whoever skips sees the last step at once, and nothing of the ones before moves any more", async () => {
  const { made, heard } = director("slow");
  [1, 2, 3].forEach((move) => made.push(step(move)));
  await vi.advanceTimersByTimeAsync(100);
  made.skip();
  expect([made.state, heard]).toEqual([3, [1, 2, 3]]);
  await vi.advanceTimersByTimeAsync(1);
  expect([made.moving, made.flying, made.floating]).toEqual([false, [], []]);
});

test("after a skip the next step is shown without delay", async () => {
  const { made } = director("slow");
  made.push(step(1));
  await vi.advanceTimersByTimeAsync(50);
  made.skip();
  await vi.advanceTimersByTimeAsync(0);
  made.push(step(2));
  expect(made.state).toBe(2);
});

test("a reset forgets what waits, as when moves are taken back", async () => {
  const { made, heard } = director("slow");
  [1, 2, 3].forEach((move) => made.push(step(move)));
  made.reset(0, [line(0)]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([made.state, made.story.length, heard, made.moving]).toEqual([0, 1, [1], false]);
});

test("a long queue is hurried where people wait: nobody falls far behind", async () => {
  const { made } = director("normal");
  for (let move = 1; move <= 30; move++) made.push({ ...step(move), hurried: true });
  await vi.advanceTimersByTimeAsync(3_200);
  expect(made.state).toBe(30);
});

/** When the turn of the first of these bots was over, and so on, in milliseconds. */
async function turnEnds(made: Director<number>, bots: number, steps: number): Promise<number[]> {
  for (let move = 1; move <= bots * steps; move++) made.push({ ...step(move), turn: Math.ceil(move / steps) });
  const ends: number[] = [];
  for (let now = 0; made.moving; now += 10) {
    await vi.advanceTimersByTimeAsync(10);
    while (ends.length < bots && ((made.state ?? 0) > (ends.length + 1) * steps || !made.moving)) ends.push(now + 10);
  }
  return ends;
}

test.each([1, 2, 3, 4])("bots' turns of %d moves take a second and a half to two each, however many wait", async (steps) => {
  const ends = await turnEnds(director("normal").made, 3, steps);
  const lasted = ends.map((end, k) => end - (ends[k - 1] ?? 0));
  lasted.slice(0, -1).forEach((ms) => expect(ms).toBeGreaterThanOrEqual(steps > 1 ? 1_500 : 1_400));
  lasted.forEach((ms) => expect(ms).toBeLessThanOrEqual(2_100));
});

test("a scene holds what comes after it until it has ended", async () => {
  const { made, heard } = director("normal");
  made.push({ ...step(1), climax: true });
  made.push(step(2));
  await vi.advanceTimersByTimeAsync(20_000);
  expect([made.state, heard, made.moving, made.act?.before]).toEqual([0, [], true, 0]);
  made.endAct();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([made.state, heard, made.moving, made.act]).toEqual([2, [1, 2], false, null]);
});

test("whoever skips a scene sees what it led to", async () => {
  const { made, heard } = director("normal");
  made.push({ ...step(1), climax: true });
  made.push(step(2));
  await vi.advanceTimersByTimeAsync(100);
  made.skip();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([made.state, heard, made.moving, made.act]).toEqual([2, [1, 2], false, null]);
});

test("nothing travels in a tab that nobody sees, nor for those who want none", async () => {
  const still = director("off");
  still.made.push(step(1));
  still.made.push(step(2));
  await vi.advanceTimersByTimeAsync(0);
  expect([still.made.state, still.made.moving]).toEqual([2, false]);
  const unseen = director("slow");
  page.hidden = true;
  for (let move = 1; move <= 5; move++) unseen.made.push({ ...step(move), climax: move === 5 });
  await vi.advanceTimersByTimeAsync(0);
  expect([unseen.made.state, unseen.made.moving]).toEqual([5, false]);
});

test("a game whose scenery fails goes on", async () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const { made } = director("normal", () => {
    throw new Error("no such card");
  });
  made.push(step(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([made.state, made.moving]).toEqual([1, false]);
  expect(reported).toHaveBeenCalledOnce();
});
