// Where the site lies, and whether games lie beside it. A page of a server has its address for itself and asks the server; a page that
// plays by itself (`make site`, and /local/ of a server) knows so by a line in its head and keeps its own address after a question mark.
const said = (name: string) => globalThis.document?.querySelector?.<HTMLMetaElement>(`meta[name="pasar-${name}"]`)?.content ?? null;

export const serverless = said("games") !== null;
/** The games that lie beside a page that plays by itself. */
export const games = said("games")?.split(" ") ?? [];
/** Of a server's page: where the page is that plays by itself, if there is one. */
export const local = said("local");
/** Of a page that plays by itself: the server that it came from, if it was one. */
export const server = said("server");
export const root = serverless ? new URL(".", location.href.split(/[?#]/)[0]).pathname : "/";

/** The page's own address: /table/0123456789abcdef. */
export function placeOf({ pathname, search }: Pick<Location, "pathname" | "search">): { path: string; search: string } {
  if (!serverless) return { path: pathname, search };
  const [path = "", ...rest] = search.slice(1).split("&");
  return { path: path.startsWith("/") ? path : "/", search: rest.length ? `?${rest.join("&")}` : "" };
}

/** What the browser shows for it, and what a reload asks for. */
export function addressOf(address: string): string {
  if (!serverless || !address.startsWith("/")) return address;
  const { pathname, search, hash } = new URL(address, location.origin);
  if (pathname === root && search.startsWith("?/")) return address; // it is one already
  return pathname === "/" && !search ? `${root}${hash}` : `${root}?${pathname}${search.replace("?", "&")}${hash}`;
}
