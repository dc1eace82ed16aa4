// Requests to the server, or to the page itself if there is none.
// Every refusal becomes a `Refusal`, whatever went wrong, so that pages have one thing to show.
import type {
  AnalysisState, AskedOptions, Command, Fault, FinishedGames, GamesInfo, GameWords, Imported, Kept, Language, Lines, Me, Opened,
  Replay, Stage, Story, TableMessage,
} from "./messages";
import { serverless } from "$/state/root";
import { askedOnce } from "$/ui/asked";

/** Where there is no server, the page answers itself. */
export const inPage = askedOnce(() => import("$/local/server"));

export class Refusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
  get code(): string {
    return this.fault.code;
  }
}

interface Asked {
  method?: string | undefined;
  body?: unknown;
  key?: string | null | undefined;
  /** Of the server's keeper. */
  token?: string;
}

export async function request<T>(path: string, { method, body, key, token }: Asked = {}): Promise<T> {
  if (serverless) return (await inPage()).answer<T>(method ?? (body === undefined ? "GET" : "POST"), path, body);
  return ask<T>(path, { method, body, key, token });
}

async function ask<T>(path: string, { method, body, key, token }: Asked): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Pasar-Key"] = key;
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const sent = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(path, { method: method ?? (sent === undefined ? "GET" : "POST"), headers, body: sent });
  } catch {
    throw new Refusal({ code: "offline", message: "The server cannot be reached." });
  }
  return read<T>(answer);
}

/** Takes the record of a game that was played in the page to the server that the page came from. */
export async function bringToServer(record: Record<string, unknown>): Promise<Imported> {
  await ask<Me>("/api/me", {}); // brings the cookie without which it takes nothing
  return ask<Imported>("/api/records", { body: record });
}

async function read<T>(answer: Response): Promise<T> {
  const told: unknown = await answer.json().catch(() => null);
  if (answer.ok) return told as T;
  const fault = (told as { error?: Fault } | null)?.error;
  throw new Refusal(fault ?? { code: "internal", message: `The server answered ${answer.status}.` });
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => request<Me>("/api/me"),
  changeMe: (change: Partial<Pick<Me, "name" | "face" | "language" | "webhook" | "notices">> & { email?: null }) =>
    request<Me>("/api/me", { method: "PATCH", body: change }),
  /** With `game` a page that plays by itself tells of that one alone, which is sooner there; a server always tells of all. */
  games: (game?: string) => request<GamesInfo>(`/api/games${game ? `?game=${game}` : ""}`),
  words: (game: string, language: Language) => request<GameWords>(`/api/games/${game}/words/${language}`),
  open: (options: AskedOptions) => request<Opened>("/api/tables", { body: options }),
  tables: (stage: Stage) => request<Lines>(`/api/tables?stage=${stage}`),
  myTables: (before?: number) => request<Lines>(`/api/me/tables${before ? `?before=${before}` : ""}`),
  myGames: (before?: number) => request<FinishedGames>(`/api/me/games${before === undefined ? "" : `?before=${before}`}`),
  table: (id: string, key?: string | null) => request<TableMessage>(table(id), { key }),
  command: (id: string, command: Command, key?: string | null) =>
    request<Kept>(`${table(id)}/commands`, { body: command, key }),
  story: (id: string, first: number, count: number, key?: string | null, eyes?: number | null) =>
    request<Story>(
      `${table(id)}/story?first=${first}&count=${count}${eyes === null || eyes === undefined ? "" : `&eyes=${eyes}`}`,
      { key },
    ),
  record: (id: string, key?: string | null) => request<Record<string, unknown>>(`${table(id)}/record`, { key }),
  replay: (id: string, eyes: string, key?: string | null) =>
    request<Replay>(`${table(id)}/replay?eyes=${eyes}`, { key }),
  analysis: (id: string, key?: string | null) => request<AnalysisState>(`${table(id)}/analysis`, { key }),
  /** Begins it if nobody has. */
  analyse: (id: string, key?: string | null) => request<AnalysisState>(`${table(id)}/analysis`, { method: "POST", key }),
  importRecord: (text: string) => request<Imported>("/api/records", { body: text }),
};

let meeting: Promise<Me> | null = null;

/** Who we are. Asked for once: the first answer brings the cookie without which no table lets us sit down. */
export function meet(): Promise<Me> {
  meeting ??= api.me().catch((fault: unknown) => {
    meeting = null;
    throw fault;
  });
  return meeting;
}
