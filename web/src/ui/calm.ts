/** Whether whoever looks at this wants nothing to move that need not. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
