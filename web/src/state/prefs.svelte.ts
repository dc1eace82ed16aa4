// What this browser remembers of its owner's wishes. Nothing here is needed for playing: without storage it just forgets.
import type { Language, Options } from "$/net/messages";
import { games } from "./root";

export type Theme = "system" | "light" | "dark";
export type Agreed = Pick<Options, "public" | "watch" | "memory" | "hints" | "clock">;
export const SPEEDS = ["slow", "normal", "fast", "off"] as const;
export type Speed = (typeof SPEEDS)[number];
export const SOUNDS = ["all", "turn", "off"] as const;

const PLACE = "pasar"; // public/theme.js reads it too

const DEFAULTS = {
  language: "" as Language | "",
  theme: "system" as Theme,
  speed: "normal" as Speed,
  sounds: "turn" as (typeof SOUNDS)[number],
  /** In per cent. */
  volume: 70,
  /** Whether a phone trembles in the hand. */
  haptics: true,
  notify: false,
  /** Whether single keys do something at a table. */
  keys: true,
  /** Whether the owner was asked what to be called by others. */
  named: false,
  /** Whether the story lies open beside a wide table; closed it is a slim strip. */
  sidePanel: false,
  /** Whether reactions and bots' remarks are shown. */
  reactions: true,
  /** What was played last, so that the next game is one click away. */
  last: {
    game: "",
    players: {} as Record<string, number>,
    switches: {} as Record<string, boolean>,
    level: "learner",
    against: "bots" as "bots" | "friends",
    /** What a table for friends was agreed to be. */
    table: { public: false, watch: "link", memory: false, hints: true, clock: 0 } as Agreed,
  },
  /** Games in which a move was made here: who has played one need not be told that there is a lesson. */
  played: [] as string[],
  /** What the guide has explained already, and to whom it need not speak: "game:topic", "game:*". */
  guided: [] as string[],
  /** Lessons that were finished. */
  learned: [] as string[],
};

type Kept = typeof DEFAULTS;

function stored(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

/** Levels as they were called before, in tables and wishes of then. */
export const OLD_LEVELS: Record<string, string> = { easy: "learner", medium: "strong", hard: "expert" };

/** What was kept by an earlier version may lack something. */
function complete(kept: Partial<Kept>): Kept {
  const fresh = structuredClone(DEFAULTS);
  const last = { ...fresh.last, ...kept.last, table: { ...fresh.last.table, ...kept.last?.table } };
  return { ...fresh, ...kept, last: { ...last, level: OLD_LEVELS[last.level] ?? last.level } };
}

export const prefs = $state<Kept>(complete(stored()));

/** Of the games beside a page that plays by itself: the one that is likely to be played now (public/theme.js fetches it). */
export function nextGame(): string | undefined {
  return games.includes(prefs.last.game) ? prefs.last.game : games[0];
}

/** Keep every change from now on, and let the theme follow. To be called once, while the app is set up. */
export function keepPrefs(): void {
  $effect(() => {
    const text = JSON.stringify(prefs);
    try {
      localStorage.setItem(PLACE, text);
    } catch {
      // A private window may refuse; the wishes then last as long as the page.
    }
  });
  $effect(() => {
    if (prefs.theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = prefs.theme;
    colourFrame(prefs.theme);
  });
}

/** The browser's own frame around the page has a colour for each theme; the one that was chosen holds whatever the device wants. */
function colourFrame(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.light ?? "";
    meta.media = theme === "system" ? `(prefers-color-scheme: ${own})` : theme === own ? "all" : "not all";
  }
}
