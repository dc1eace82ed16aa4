// What is known about a view whose game is not: it may have players, and parts that the page around shows already.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type PlainView = Record<string, Json>;

const SHOWN_ELSEWHERE = ["game", "rules", "seat", "to_act", "over", "phase", "open", "seats", "result"];

export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What lies in front of everybody, by seat. */
export function playersOf({ seats }: PlainView): Json[] {
  return Array.isArray(seats) ? seats : [];
}

export function restOf(view: PlainView): PlainView {
  return Object.fromEntries(Object.entries(view).filter(([key]) => !SHOWN_ELSEWHERE.includes(key)));
}
