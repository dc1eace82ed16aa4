// Keeps the site for times without a network (web/public/sw.js), and says when a newer one has come.
import { root, server, serverless } from "$/state/root";
import { announcer } from "$/ui/announcer.svelte";
import { t } from "$/words/words.svelte";

const LATER = 3000; // milliseconds after the page is here: whoever wants to play is not to wait for letters, nor for what is kept

async function keep(): Promise<void> {
  const scope = server ?? root;
  const kept = await navigator.serviceWorker.register(`${scope}sw.js`, { scope });
  if (!serverless) return; // a server's own pages are always the newest
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

setTimeout(() => {
  delete document.documentElement.dataset.letters; // from now on our own
  if ("serviceWorker" in navigator) void keep().catch(() => undefined); // a browser may refuse; then the network is needed
}, LATER);
