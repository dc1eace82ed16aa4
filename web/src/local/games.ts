// The games that lie beside this page: which there are, and each when it is first needed.
import type { Lesson, ShownPosition } from "$/net/messages";
import { games, root } from "$/state/root";
import { askedOnce } from "$/ui/asked";
import { Kernel, type Manifest } from "./kernel";
import type { Game } from "./thinking";

const known = new Map<string, Promise<Game>>();

async function fetched(file: string): Promise<Response> {
  const answer = await fetch(`${root}games/${file}`);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer;
}

async function bytes(file: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetched(file)).arrayBuffer());
}

const told = new Map(
  games.map((name) => [name, askedOnce(async () => (await fetched(`${name}.json`)).json() as Promise<Manifest>)]),
);

export async function manifest(name: string): Promise<Manifest> {
  const ask = told.get(name);
  if (!ask) throw new Error(`there is no game ${name} here`);
  return ask();
}

/** All of them, in the order of their names. */
export const manifests = (): Promise<Manifest[]> => Promise.all(games.map(manifest));

export function loadGame(name: string): Promise<Game> {
  const loading = known.get(name) ?? loaded(name);
  known.set(name, loading);
  loading.catch(() => known.delete(name));
  return loading;
}

async function loaded(name: string): Promise<Game> {
  const telling = manifest(name);
  const [own, module] = await Promise.all([telling, fetched(`${name}.wasm`).then(compiled)]);
  return { kernel: new Kernel(own, module), module, nets: askedOnce(() => bytes(`${name}.nets.bin`)) };
}

/** What analyses a game, which only who looks back on one needs. */
export async function loadCoach(name: string): Promise<WebAssembly.Module> {
  return compiled(await fetched(`${name}.coach.wasm`));
}

/** While it comes, where its host says what it is. */
async function compiled(answer: Response): Promise<WebAssembly.Module> {
  const isSaid = answer.headers.get("content-type") === "application/wasm";
  return isSaid ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/** Positions to solve, as a server has them. */
export async function positions(name: string): Promise<unknown> {
  return (await fetched(`${name}.positions.json`)).json();
}

const frames = new Map<string, Promise<ShownPosition[]>>();

/** One of them as it is seen: all were prepared when the site was built. */
export async function position(name: string, number: number): Promise<ShownPosition | undefined> {
  const asked = frames.get(name) ?? fetched(`${name}.frames.json`).then((answer) => answer.json() as Promise<ShownPosition[]>);
  frames.set(name, asked);
  return (await asked)[number];
}

export async function lesson(name: string, variant: string): Promise<Lesson> {
  return (await fetched(`${name}.lesson${variant && `_${variant}`}.json`)).json() as Promise<Lesson>;
}
