// Addresses around a table. Whoever may pass the private link on gets it with its key.
import type { Session } from "$/state/session.svelte";

export function linkTo(session: Session): (page: "table" | "replay" | "fair") => string {
  const key = session.you.key ?? session.key;
  return (page) => `${page === "table" ? location.origin : ""}/${page}/${session.id}${key ? `#${key}` : ""}`;
}
