// What the next game needs is fetched and compiled while the front page is still being put together.
import { faceOf } from "$/games";
import { nextGame } from "$/state/prefs.svelte";
import { placeOf } from "$/state/root";
import { loadGame } from "./games";
import { store } from "./store";

const next = nextGame();
const { path } = placeOf(location);

/** Whether a table is likely to be the next page. */
export const toTable = Boolean(next) && (path === "/" || path.startsWith("/table/"));

// Whoever needs any of it asks again, and is told if it is not to be had. A browser takes its time to open its storage, too.
if (next && toTable) for (const part of [loadGame(next), faceOf(next), store.open()]) part?.catch(() => undefined);
