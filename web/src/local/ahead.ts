// What the next game needs is fetched and compiled while the front page is still being put together.
import { faceOf } from "$/games";
import { pageFor } from "$/site/pages";
import { prefs } from "$/state/prefs.svelte";
import { games, placeOf } from "$/state/root";
import { loadGame } from "./games";

const SOME_TABLE = "/table/0000000000000000";

const next = games.includes(prefs.last.game) ? prefs.last.game : games[0];
const { path } = placeOf(location);
if (next && (path === "/" || path.startsWith("/table/"))) {
  // Whoever needs any of it asks again, and is told if it is not to be had.
  for (const part of [loadGame(next), pageFor(SOME_TABLE).load(), faceOf(next)]) part?.catch(() => undefined);
}
