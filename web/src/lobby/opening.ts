// From a wish to a table: opened, its other seats taken by bots if it is against them, and entered.
import { api, meet } from "$/net/api";
import { prefs } from "$/state/prefs.svelte";
import { go } from "$/state/router.svelte";
import { setup, type Wish } from "./setup.svelte";

export async function playAgainstBots(options: Wish = setup.options): Promise<void> {
  await meet();
  const { id } = await api.open({ ...options, hints: true });
  try {
    for (let seat = 1; seat < options.players; seat++) await api.command(id, { type: "bot", seat, level: prefs.last.level });
    await api.command(id, { type: "start" });
  } catch (fault) {
    api.command(id, { type: "leave" }).catch(() => undefined); // half a table helps nobody
    throw fault;
  }
  prefs.last.game = options.game;
  go(`/table/${id}`);
}

/** As it was played last, by somebody who did not wait for the front page. */
export async function playAtOnce(): Promise<void> {
  await playAgainstBots(await setup.askNext());
}

export async function openForFriends(): Promise<void> {
  const { options } = setup;
  await meet();
  const { id, key } = await api.open({ ...options, ...prefs.last.table });
  prefs.last.game = options.game;
  go(`/table/${id}#${key}`);
}
