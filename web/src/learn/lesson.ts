// A lesson as the server tells it: a prepared game, and a path through it that the real rules have walked.
import { request } from "$/net/api";
import type { Lesson } from "$/net/messages";
import { endings } from "$/words/words.svelte";

export type { Frame, Lesson, LessonStep } from "$/net/messages";

/** Of the game, or of one of its variants. */
export function fetchLesson(game: string, variant: string): Promise<Lesson> {
  return request<Lesson>(`/api/games/${encodeURIComponent(game)}/lesson${variant && `?variant=${encodeURIComponent(variant)}`}`);
}

/** Under what it is kept that somebody is at it, or through with it; and where it is. */
export const lessonName = (game: string, variant = ""): string => (variant ? `${game}/${variant}` : game);

/** The variants of a game that have a lesson: those whose lesson is described. */
export const variantsOf = (game: string): string[] => endings(`${game}.about_lesson_`);
