// A table that is large for a slow phone comes piece by piece, a frame each: it can be seen sooner, and a tap waits for one piece only.
import { painted } from "./yielding";

export class Unfolding {
  /** How many pieces may be there by now. */
  pieces = $state(0);

  constructor(all: number) {
    void this.unfold(all);
  }

  private async unfold(all: number): Promise<void> {
    while (this.pieces < all) {
      await painted();
      this.pieces++;
    }
  }
}
