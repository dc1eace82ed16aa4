// Tables that live in this browser, each as one entry of an IndexedDB. Without storage they last as long as the page.
import type { Face, Options, Stage } from "$/net/messages";
import type { Rules } from "./kernel";

export interface KeptSeat {
  /** Whether somebody at this device plays here. */
  mine: boolean;
  name: string;
  bot: string | null;
  salt: string | null;
  away: boolean;
  face?: Face | null;
}

/** Everything about a table: its deal follows from the secret and the salts, its position from its moves. */
export interface KeptTable {
  id: string;
  made_at: number;
  changed_at: number;
  stage: Stage;
  options: Options;
  seats: KeptSeat[];
  secret: string;
  commitment: string;
  rules: Rules | null;
  /** Seat, move, who decided it, and the first of those that were chosen in secret together. */
  moves: [seat: number, move: string, by: "person" | "bot", first: number][];
  chosen: Record<number, [move: string, by: "person" | "bot"]>;
  /** Never the number of an earlier position, though moves are taken back. */
  position: number;
  since: number;
  rematch: string | null;
}

const NAME = "pasar";
const TABLES = "tables";
const remembered = new Map<string, KeptTable>();
let opening: Promise<IDBDatabase | null> | null = null;

function database(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(TABLES, { keyPath: "id" });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = asked.onblocked = () => resolve(null);
    } catch {
      resolve(null); // a private window may have none
    }
  });
  return opening;
}

async function ask<T>(mode: IDBTransactionMode, what: (tables: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  const opened = await database();
  if (!opened) return null;
  return new Promise((resolve, reject) => {
    const work = opened.transaction(TABLES, mode);
    const asked = what(work.objectStore(TABLES));
    work.oncomplete = () => resolve(asked.result);
    work.onerror = work.onabort = () => reject(work.error ?? new Error("the browser's storage failed"));
  });
}

export const store = {
  async keep(table: KeptTable): Promise<void> {
    remembered.set(table.id, table);
    await ask("readwrite", (tables) => tables.put(structuredClone(table)));
  },
  async find(id: string): Promise<KeptTable | null> {
    return remembered.get(id) ?? (await ask<KeptTable | undefined>("readonly", (tables) => tables.get(id))) ?? null;
  },
  async all(): Promise<KeptTable[]> {
    const kept = (await ask<KeptTable[]>("readonly", (tables) => tables.getAll())) ?? [];
    return [...new Map([...kept, ...remembered.values()].map((table) => [table.id, table])).values()];
  },
  async drop(id: string): Promise<void> {
    remembered.delete(id);
    await ask("readwrite", (tables) => tables.delete(id));
  },
};
