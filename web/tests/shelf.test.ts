import { afterEach, expect, test, vi } from "vitest";
import { shelf } from "$/local/shelf";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a storage that does not answer holds nobody up, and is asked again", async () => {
  vi.useFakeTimers();
  const open = vi.fn(() => ({}));
  vi.stubGlobal("indexedDB", { open });
  const tables = shelf<{ id: string }>("tables", "tables", "id");
  const kept = tables.keep({ id: "one" });
  await vi.runAllTimersAsync();
  await kept;
  expect(await tables.find("one")).toEqual({ id: "one" });
  const listed = tables.ids();
  await vi.runAllTimersAsync();
  expect(await listed).toEqual(["one"]);
  expect(open).toHaveBeenCalledTimes(2);
});
