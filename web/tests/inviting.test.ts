import { expect, test } from "vitest";
import { isLocal, origins } from "$/lobby/inviting";

test("localhost has many names, and none of them leads elsewhere", () => {
  const local = ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000", "http://pasar.localhost"];
  expect(local.filter(isLocal)).toEqual(local);
  expect(["http://192.168.1.7:8000", "https://pasar.example", "http://localhost.example"].filter(isLocal)).toEqual([]);
});

test("who is at localhost invites by the addresses that others can use", () => {
  const addresses = ["http://localhost:8000/", "http://192.168.1.7:8000", "http://192.168.1.7:8000/"];
  expect(origins("http://localhost:8000", addresses)).toEqual(["http://192.168.1.7:8000"]);
});

test("without such an address, and where the address is good already, it stays as it is", () => {
  expect(origins("http://localhost:8000", [])).toEqual(["http://localhost:8000"]);
  expect(origins("https://pasar.example", ["http://192.168.1.7:8000"])).toEqual(["https://pasar.example"]);
});
