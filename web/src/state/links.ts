// Addresses around a table. Whoever may pass the private link on gets it with its key.
import { addressOf } from "./root";
import type { Session } from "./session.svelte";

export function linkTo(session: Session, origin = location.origin): (page: "table" | "replay" | "fair") => string {
  const { id, pass } = session;
  return (page) => (page === "table" ? origin : "") + addressOf(`/${page}/${id}${pass ? `#${pass}` : ""}`);
}
