// Moments in the reader's language: "5 minutes ago", "in 2 hours". They stay true while one looks at them.
import { language } from "$/words/words.svelte";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86_400], ["hour", 3_600], ["minute", 60]];
const OFTEN = 15_000; // milliseconds

class Now {
  seconds = $state(Date.now() / 1000);

  constructor() {
    setInterval(() => (this.seconds = Date.now() / 1000), OFTEN);
  }
}

const now = new Now();

/** How far a moment (seconds since 1970) is from now. */
export function distance(moment: number): string {
  const seconds = moment - now.seconds;
  const [unit, length] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", Infinity]; // "now"
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}

export function day(moment: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(moment * 1000);
}

export function hour(moment: number): string {
  return new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(moment * 1000);
}
