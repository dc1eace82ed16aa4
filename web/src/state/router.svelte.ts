// Which page is shown. A page is a path; what comes after # is a table's key or a place on the page.
import { addressOf, placeOf, serverless } from "./root";

export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

function here(): Place {
  const { path, search } = placeOf(location);
  return { path, query: new URLSearchParams(search), hash: location.hash.slice(1) };
}

class Router {
  place = $state.raw<Place>(here());
}

export const router = new Router();

addEventListener("popstate", () => {
  router.place = here();
});

/** `instead`: nobody comes back to the page that is left. */
export function go(address: string, { instead = false } = {}): void {
  const before = router.place.path;
  if (instead) history.replaceState(null, "", addressOf(address));
  else history.pushState(null, "", addressOf(address));
  router.place = here();
  if (serverless && router.place.hash && router.place.path === before) location.replace(`#${router.place.hash}`); // scrolls there
  if (!router.place.hash) scrollTo(0, 0);
}

/** Lets plain links inside `node` change the page without loading anything. */
export function followLinks(node: HTMLElement): () => void {
  const click = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    if (!link || !ours(link, event)) return;
    event.preventDefault();
    go(meant(link));
  };
  // What a new tab or a copied link is given is settled before anybody can ask for it.
  const settle = (event: Event) => {
    const link = (event.target as Element).closest?.("a");
    const href = link?.getAttribute("href");
    if (href?.startsWith("/") && addressOf(href) !== href) link?.setAttribute("href", addressOf(href));
  };
  const before = ["pointerdown", "focusin", "contextmenu"];
  node.addEventListener("click", click);
  for (const kind of before) node.addEventListener(kind, settle);
  return () => {
    node.removeEventListener("click", click);
    for (const kind of before) node.removeEventListener(kind, settle);
  };
}

/** The page that a link names, whether it is written as one or as the browser shows it. */
function meant(link: HTMLAnchorElement): string {
  const settled = link.pathname === location.pathname && link.search.startsWith("?/");
  const { path, search } = settled ? placeOf(link) : { path: link.pathname, search: link.search };
  return path + search + link.hash;
}

function ours(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const served = link.pathname.startsWith("/api/") || link.pathname.startsWith("/link/");
  const within = link.pathname === location.pathname && link.hash !== "" && (!serverless || !link.search);
  return plain && link.origin === location.origin && !link.target && !link.hasAttribute("download") && !served && !within;
}
