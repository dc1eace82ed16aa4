// Where the site lies, and whether games lie beside it. A page of a server has its address for itself and asks the server; a page from
// a folder of files (`make site`) knows its games by a line in its head and keeps its own address after a question mark.
export const serverless = Boolean(globalThis.document?.querySelector?.('meta[name="pasar-games"]'));
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
