// Language and theme, as every place that offers them changes them.
import { api, meet } from "$/net/api";
import type { Language } from "$/net/messages";
import { prefs, type Theme } from "$/state/prefs.svelte";
import { announcer } from "$/ui/announcer.svelte";
import { caughtText } from "$/ui/faults";
import { speak } from "$/words/words.svelte";
import { MediaQuery } from "svelte/reactivity";

const lamp = new MediaQuery("prefers-color-scheme: dark");

/** Speak it here at once, and let the server know, for it writes mails. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await speak(language);
    await meet();
    await api.changeMe({ language });
  } catch (caught) {
    announcer.note(caughtText(caught), { bad: true });
  }
}

/** Which of the two is on the screen, whoever wished it. */
export function isDark(theme: Theme): boolean {
  return theme === "dark" || (theme === "system" && lamp.current);
}

export function turnTheme(): void {
  prefs.theme = isDark(prefs.theme) ? "light" : "dark";
}
