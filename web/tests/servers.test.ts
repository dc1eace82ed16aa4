import { expect, test } from "vitest";
import { serverAt } from "$/ui/servers";

test.each([
  ["pasar.example.org", "https://pasar.example.org/"],
  [" http://localhost:8000/table/0123456789abcdef#key ", "http://localhost:8000/table/0123456789abcdef#key"],
  ["192.168.1.7:8000", "https://192.168.1.7:8000/"],
])("%s leads to a server", (typed, address) => {
  expect(serverAt(typed)?.href).toBe(address);
});

test.each(["", "javascript:alert(1)", "0123456789abcdef", "my friend"])("%j does not", (typed) => {
  expect(serverAt(typed)).toBeNull();
});
