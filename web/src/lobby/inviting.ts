// Which address others can come by. "localhost" is another computer for everybody.

const LOCAL = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

export function isLocal(address: string): boolean {
  return LOCAL.test(new URL(address).hostname);
}

/** The page's own origin, or else those of the server that lead here from elsewhere; its own if there is none. */
export function origins(here: string, addresses: string[]): string[] {
  if (!isLocal(here)) return [here];
  const elsewhere = addresses.map((address) => new URL(address).origin).filter((origin) => !isLocal(origin));
  return elsewhere.length ? [...new Set(elsewhere)] : [here];
}
