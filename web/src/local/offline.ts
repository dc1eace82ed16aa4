// Keeps the site for times without a network (web/site/sw.js), and says when a newer one has come.
import { root } from "$/state/root";
import { announcer } from "$/ui/announcer.svelte";
import { t } from "$/words/words.svelte";

async function keep(): Promise<void> {
  const kept = await navigator.serviceWorker.register(`${root}sw.js`, { scope: root });
  if (kept.waiting) tell();
  kept.onupdatefound = () => {
    const fresh = kept.installing;
    // The first one replaces nothing.
    if (fresh && navigator.serviceWorker.controller) fresh.onstatechange = () => fresh.state === "installed" && tell();
  };
}

/** The version before stays until all its pages are closed: no game is broken off. */
function tell(): void {
  announcer.note(t("local.new_version"));
}

if ("serviceWorker" in navigator) keep().catch(() => undefined); // a browser may refuse; then the network is needed
