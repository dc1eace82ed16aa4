// Languages change while words are on their way: what is shown last is all in the language that was wished for last.
import { beforeEach, expect, test, vi } from "vitest";
import { language, learnWords, name, speak } from "$/words/words.svelte";

type Answer = (words: Response) => void;
const asked = new Map<string, Answer>();
const PATIENCE = { timeout: 20_000 }; // a busy machine loads a language in seconds

/** The server answers the oldest question about these words. */
async function answer(game: string, spoken: string): Promise<void> {
  const path = `/api/games/${game}/words/${spoken}`;
  await vi.waitFor(() => expect([...asked.keys()]).toContain(path), PATIENCE);
  asked.get(path)?.(new Response(JSON.stringify({ names: { game: `${game} in ${spoken}` } })));
  asked.delete(path);
}

beforeEach(() => {
  asked.clear();
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("fetch", (path: string) => new Promise<Response>((resolve) => asked.set(path, resolve)));
});

test("words that come in the language before are asked for again", async () => {
  const learned = learnWords("chess");
  await speak("de");
  await answer("chess", "en");
  await answer("chess", "de");
  await learned;
  expect([language(), name("chess", "game")]).toEqual(["de", "chess in de"]);
});

test("a game that is learned while the language changes is not forgotten", async () => {
  const spoken = speak("fr");
  await vi.waitFor(() => expect(asked.size).toBe(1), PATIENCE);
  const learned = learnWords("go");
  await answer("go", "de");
  await learned;
  await answer("chess", "fr");
  await answer("go", "fr");
  await spoken;
  expect(name("go", "game")).toBe("go in fr");
});

test("of two languages the one that was wished for last is spoken", async () => {
  const [first, second] = [speak("de"), speak("en")];
  for (const game of ["chess", "go"]) await answer(game, "en");
  await second;
  for (const game of ["chess", "go"]) await answer(game, "de");
  await first;
  expect([language(), name("go", "game")]).toEqual(["en", "go in en"]);
});
