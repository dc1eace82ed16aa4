// A lesson goes on by the one move that leads on; everything else gets a kind word and changes nothing.
import { beforeEach, expect, test, vi } from "vitest";
import type { GameUi } from "$/games/contract";
import { Course } from "$/learn/course.svelte";
import type { Lesson, LessonStep } from "$/learn/lesson";
import type { Play } from "$/net/messages";
import { prefs } from "$/state/prefs.svelte";

// A browser has ears; here nobody listens.
vi.mock("$/ui/sounds", () => ({ sounds: { play: () => undefined } }));

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  prefs.speed = "off";
  prefs.learned = [];
  vi.stubGlobal("document", { hidden: false, querySelectorAll: () => [] });
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
});

const ui = { motions: () => [], sound: () => null, describe: (move: string) => `<${move}>` } as unknown as GameUi;

function step(id: string, moves: number[], expected: string | null, more: Partial<LessonStep> = {}): LessonStep {
  const frames = moves.map((move) => ({ play: { moves: move } as Play, story: [{ move, seat: 0, by: null, events: [] }] }));
  return { id, look: [], jump: false, frames, expected, also: [], what_if: {}, ...more };
}

function course(): Course {
  const steps = [
    step("read", [0], null),
    step("do", [0], "take 2", { also: ["take 3"], what_if: { "take 2": { open: true, events: [], more: false } } }),
    step("seen", [1, 2], null),
    step("later", [90], "take 1", { jump: true }),
  ];
  const table = { options: { game: "bali", switches: {} }, seats: [{ bot: null }, { bot: "easy" }] };
  return new Course({ table, you: { seats: [0], eyes: 0 }, steps } as unknown as Lesson, ui, "Ann");
}

test("the expected move leads on, others do not", async () => {
  const lesson = course();
  lesson.choose("take 2");
  expect([lesson.at, lesson.remark]).toEqual([0, "learn.read_first"]);
  await lesson.next();
  lesson.choose("take 3");
  expect([lesson.at, lesson.remark]).toEqual([1, "learn.as_good"]);
  lesson.choose("take 4");
  expect([lesson.at, lesson.remark]).toEqual([1, "learn.later"]);
  lesson.choose("take 2");
  await vi.waitFor(() => expect(lesson.showing).toBe(false), { timeout: 20_000 });
  expect([lesson.at, lesson.remark, lesson.director.state?.moves]).toEqual([2, "", 2]);
});

test("what is foreseen is what the server said", async () => {
  const lesson = course();
  await lesson.next();
  expect(await lesson.foresee("take 2")).toMatchObject({ type: "what_if", move: "take 2", seat: 0, open: true });
  expect(await lesson.foresee("take 4")).toBeNull();
});

test("one can go back, and the story has no gap after a jump", async () => {
  const lesson = course();
  for (let k = 0; k < 3; k++) await lesson.next();
  expect(lesson.director.story.map((line) => line.move)).toEqual([90]);
  lesson.back();
  expect(lesson.step?.id).toBe("seen");
  expect(lesson.director.story.map((line) => line.move)).toEqual([0, 0, 1, 2]);
});

test("who comes back goes on where they were, until the lesson is over", async () => {
  const lesson = course();
  for (let k = 0; k < 2; k++) await lesson.next();
  expect(course().step?.id).toBe("seen");
  for (let k = 0; k < 2; k++) await lesson.next();
  expect([lesson.step, prefs.learned]).toEqual([null, ["bali"]]);
  expect(course().step?.id).toBe("read");
});

test("the learner has their own name, the others those that the words use", () => {
  expect(course().people.map((person) => person.name)).toEqual(["Ann", "Ayu"]);
});
