// What the keeper of the server asks for, with the server's token. It is kept in this page alone: a reload asks for it again.
import { request } from "$/net/api";
import type { AdminPeople, AdminSizes, AdminTables, AdminTokens, AuditLog } from "$/net/messages";

export type Keeper = ReturnType<typeof keeperWith>;

export function keeperWith(token: string) {
  const ask = <T>(path: string, method?: string) => request<T>(`/api/admin/${path}`, { method, token });
  return {
    tables: (stage: string) => ask<AdminTables>(`tables${stage ? `?stage=${stage}` : ""}`),
    closeTable: (id: string) => ask<null>(`tables/${id}/close`, "POST"),
    hideTable: (id: string, hidden: boolean) => ask<null>(`tables/${id}/${hidden ? "hide" : "show"}`, "POST"),
    people: (find: string) => ask<AdminPeople>(`people?find=${encodeURIComponent(find)}`),
    block: (id: string, blocked: boolean) => ask<null>(`people/${id}/${blocked ? "block" : "unblock"}`, "POST"),
    forget: (id: string) => ask<null>(`people/${id}`, "DELETE"),
    tokens: () => ask<AdminTokens>("tokens"),
    revoke: (id: string) => ask<null>(`tokens/${id}`, "DELETE"),
    sizes: () => ask<AdminSizes>("sizes"),
    log: () => ask<AuditLog>("log"),
  };
}
