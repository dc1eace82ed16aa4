// Much work in pieces: between them there is time for a tap or a frame.

const LONGEST_FRAME = 250; // milliseconds

/** Yields to the browser: goes on after whatever else waits now. */
export function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** After the next frame; in a tab that nobody sees there is none to wait for. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_FRAME);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
