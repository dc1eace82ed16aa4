// Much work in pieces: between them there is time for a tap or a frame.

const LONGEST_FRAME = 250; // milliseconds
const LONGEST_WORK = 1000;

/** Yields to the browser: goes on after whatever else waits now. */
export function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** When there is nothing else to do; in a browser that does not tell, a little later. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WORK });
    else setTimeout(resolve, LONGEST_FRAME);
  });
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
