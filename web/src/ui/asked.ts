/** Asks when it is first called, and again if that failed. An `import()` waits its turn even for what is long here; this does not. */
export function askedOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => (asked ??= ask().catch((fault: unknown) => {
    asked = null;
    throw fault;
  }));
}
