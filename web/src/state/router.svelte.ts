// Which page is shown. A page is a path; what comes after # is a table's key or a place on the page.

export interface Place {
  path: string;
  query: URLSearchParams;
  hash: string;
}

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search), hash: location.hash.slice(1) };
}

class Router {
  place = $state.raw<Place>(here());
}

export const router = new Router();

addEventListener("popstate", () => {
  router.place = here();
});

export function go(address: string): void {
  history.pushState(null, "", address);
  router.place = here();
  if (!router.place.hash) scrollTo(0, 0);
}

/** Lets plain links inside `node` change the page without loading anything. */
export function followLinks(node: HTMLElement): () => void {
  const click = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    if (!link || !ours(link, event)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  node.addEventListener("click", click);
  return () => node.removeEventListener("click", click);
}

function ours(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const served = link.pathname.startsWith("/api/") || link.pathname.startsWith("/link/");
  const within = link.pathname === location.pathname && link.hash !== "";
  return plain && link.origin === location.origin && !link.target && !link.hasAttribute("download") && !served && !within;
}
