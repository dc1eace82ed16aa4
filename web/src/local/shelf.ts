// Things that are kept in this browser, each as one entry of an IndexedDB. Without storage they last as long as the page.

const OPENS_WITHIN = 8000; // milliseconds

const closers = new Set<() => void>();

/** Nobody has to wait for a page that was left; who asks again opens again. */
export function closeAll(): void {
  for (const close of closers) close();
}

export interface Shelf<T> {
  /** Whoever asks for something opens it as well. */
  open(): Promise<unknown>;
  keep(thing: T): Promise<void>;
  find(id: string): Promise<T | null>;
  all(): Promise<T[]>;
  ids(): Promise<string[]>;
}

/** The things of one database, called by what their field `key` says. */
export function shelf<T extends object>(database: string, things: string, key: keyof T & string): Shelf<T> {
  const remembered = new Map<string, T>();
  let opening: Promise<IDBDatabase | null> | null = null;
  closers.add(() => {
    void opening?.then((opened) => opened?.close());
    opening = null;
  });

  async function ask<R>(mode: IDBTransactionMode, what: (kept: IDBObjectStore) => IDBRequest<R>): Promise<R | null> {
    const opened = await (opening ??= open(database, things, key));
    if (!opened) {
      opening = null; // it may open the next time
      return null;
    }
    return new Promise((resolve, reject) => {
      const work = opened.transaction(things, mode);
      const asked = what(work.objectStore(things));
      // Else it ends when the page has heard of its success. In WebKit a page that was left hears nothing, and all others would wait.
      work.commit();
      work.oncomplete = () => resolve(asked.result);
      work.onerror = work.onabort = () => reject(work.error ?? new Error("the browser's storage failed"));
    });
  }

  const idOf = (thing: T) => String(thing[key]);
  return {
    open: () => (opening ??= open(database, things, key)),
    async keep(thing) {
      remembered.set(idOf(thing), thing);
      await ask("readwrite", (kept) => kept.put(structuredClone(thing)));
    },
    async find(id) {
      return remembered.get(id) ?? (await ask<T | undefined>("readonly", (kept) => kept.get(id))) ?? null;
    },
    async all() {
      const found = (await ask<T[]>("readonly", (kept) => kept.getAll())) ?? [];
      return [...new Map([...found, ...remembered.values()].map((thing) => [idOf(thing), thing])).values()];
    },
    async ids() {
      const found = (await ask<IDBValidKey[]>("readonly", (kept) => kept.getAllKeys())) ?? [];
      return [...new Set([...found.map(String), ...remembered.keys()])];
    },
  };
}

function open(database: string, things: string, key: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.open(database, 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore(things, { keyPath: key });
        asked.transaction?.commit();
      };
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = asked.onblocked = () => resolve(null);
      setTimeout(() => resolve(null), OPENS_WITHIN);
    } catch {
      resolve(null); // a private window may have none
    }
  });
}
