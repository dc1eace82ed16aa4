// What the server tells comes as new objects each time, even where nothing has changed. Whoever is shown an object that is
// the very same as before has nothing to draw.

/** `after`, in which every part that equals that of `before` is that of `before`. */
export function sharing<T>(before: unknown, after: T): T {
  if (Object.is(before, after) || !isObject(before) || !isObject(after)) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  const [old, fresh] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const keys = Object.keys(fresh);
  const parts = keys.map((key) => sharing(old[key], fresh[key]));
  const same = keys.length === Object.keys(old).length && keys.every((key, k) => key in old && Object.is(parts[k], old[key]));
  if (same) return before as T;
  return (Array.isArray(after) ? parts : Object.fromEntries(keys.map((key, k) => [key, parts[k]]))) as T;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
