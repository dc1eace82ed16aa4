// A lesson as the server tells it: a prepared game, and a path through it that the real rules have walked.
import { request } from "$/net/api";
import type { Play, StoryLine, TableInfo, WhatIfMessage, You } from "$/net/messages";

/** A position, and what led to it. */
export interface Frame {
  play: Play;
  story: StoryLine[];
}

/** One thing to learn. Its frames are shown one after another; in the last one the learner acts, or reads on. */
export interface LessonStep {
  id: string;
  /** Places on the table to point at. */
  look: string[];
  /** Whether something happened unseen before it. */
  jump: boolean;
  frames: Frame[];
  /** The move that leads on; null if there is nothing to do but read. */
  expected: string | null;
  /** Moves that are as good. */
  also: string[];
  what_if: Record<string, Omit<WhatIfMessage, "type" | "id" | "at" | "seat" | "move">>;
}

export interface Lesson {
  table: TableInfo;
  you: You;
  steps: LessonStep[];
}

export function fetchLesson(game: string): Promise<Lesson> {
  return request<Lesson>(`/api/games/${encodeURIComponent(game)}/lesson`);
}
