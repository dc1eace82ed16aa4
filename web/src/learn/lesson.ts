// A lesson as the server tells it: a prepared game, and a path through it that the real rules have walked.
import { request } from "$/net/api";
import type { Lesson } from "$/net/messages";

export type { Frame, Lesson, LessonStep } from "$/net/messages";

export function fetchLesson(game: string): Promise<Lesson> {
  return request<Lesson>(`/api/games/${encodeURIComponent(game)}/lesson`);
}
