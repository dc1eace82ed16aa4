import { expect, test } from "vitest";
import { asComesTrue } from "$/local/bot";

// Two players of Bali: what `pasar.bots.advice` makes of the same chances (tests/bots/test_advice.py has these numbers as well).
const MADE = { moves: [0, 46, 91, 137], slope: [0.901, 1.148, 1.298, 1.341], shift: [-0.088, -0.06, -0.135, -0.978] };

test.each([
  [0.6, 0, 0.5688900604657512],
  [0.6, 70, 0.5981856888204947],
  [0.25, 120, 0.1069541945849798],
  [0.6, 500, 0.3931068495266764],
  [0, 10, 0.0012595231043740027],
])("a chance of %f after %i moves is told as it comes true", (share, moves, told) => {
  expect(asComesTrue(MADE, share, moves)).toBeCloseTo(told, 12);
});
