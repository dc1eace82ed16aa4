// By what names the seats of a table go.
import { expect, test } from "vitest";
import { seatName } from "$/ui/people";

test("a bot that somebody brought along goes by its own name and its maker's", () => {
  expect(seatName({ name: "Mine (Ana)", bot: "Mine (Ana)" }, 1)).toBe("Mine (Ana)");
});

test("a bot of ours has a name of our own, for a level is none", () => {
  expect(seatName({ name: "easy", bot: "easy" }, 1)).toBe("Made");
});
