// What this browser remembers of its owner's wishes. Nothing here is needed for playing: without storage it just forgets.
import type { Language } from "$/net/messages";

export type Theme = "system" | "light" | "dark";
export type Speed = "slow" | "normal" | "fast" | "off";

const PLACE = "pasar"; // public/theme.js reads it too

const DEFAULTS = {
  language: "" as Language | "",
  theme: "system" as Theme,
  speed: "normal" as Speed,
  sounds: "turn" as "all" | "turn" | "off",
  notify: false,
  sidePanel: true,
  /** What was played last, so that the next game is one click away. */
  last: { game: "bali", players: {} as Record<string, number>, switches: {} as Record<string, boolean>, level: "easy" },
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

export const prefs = $state<Kept>({ ...structuredClone(DEFAULTS), ...stored() });

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
  });
}
