// Every page there is, by its path. Each is loaded when it is first looked at.
import { placeOf } from "$/state/root";
import { askedOnce } from "$/ui/asked";
import { learnTexts } from "$/words/words.svelte";
import type { Component } from "svelte";

// Each page declares its own props; here they are only passed on.
export type AnyPage = Component<Record<string, string>>;

export interface Page {
  load: () => Promise<{ default: AnyPage }>;
  props: Record<string, string>;
  /** Whether the site's head is above it; a table has its own. */
  head: boolean;
}

interface Route {
  path: RegExp;
  load: () => Promise<unknown>;
  head?: boolean;
}

const ROUTES: Route[] = [
  { path: /^\/$/, load: () => import("$/home/HomePage.svelte") },
  { path: /^\/table\/(?<id>[0-9a-f]{16})$/, load: () => import("$/table/TablePage.svelte"), head: false },
  { path: /^\/replay\/(?<id>[0-9a-f]{16})$/, load: () => import("$/replay/ReplayPage.svelte"), head: false },
  { path: /^\/open$/, load: () => import("$/replay/OpenPage.svelte") },
  { path: /^\/fair\/(?<id>[0-9a-f]{16})$/, load: () => import("$/fair/FairPage.svelte") },
  { path: /^\/tables$/, load: () => import("$/home/MyTablesPage.svelte") },
  { path: /^\/games$/, load: () => withWords("past/later", import("$/past/PastPage.svelte")) },
  { path: /^\/(watch|replay)$/, load: () => import("$/home/WatchPage.svelte") },
  { path: /^\/me$/, load: () => import("$/home/MePage.svelte") },
  { path: /^\/privacy$/, load: () => withWords("host/later", import("$/host/PrivacyPage.svelte")) },
  { path: /^\/admin$/, load: () => withWords("host/later", import("$/host/AdminPage.svelte")) },
  { path: /^\/learn$/, load: () => import("$/learn/LearnPage.svelte") },
  { path: /^\/learn\/(?<game>[a-z0-9_]+)(?:\/(?<variant>[a-z0-9_]+))?$/, load: () => import("$/learn/LessonPage.svelte"), head: false },
  { path: /^\/positions\/(?<game>[a-z0-9_]+)$/, load: () => import("$/learn/PositionsPage.svelte"), head: false },
  { path: /^\/rules$/, load: () => import("$/rules/RulesIndexPage.svelte") },
  { path: /^\/rules\/(?<game>[a-z0-9_]+)$/, load: () => import("$/rules/RulesPage.svelte") },
].map((route: Route) => ({ ...route, load: askedOnce(route.load) }));

/** A page whose words no other page needs: they come along with it. */
async function withWords(folder: string, page: Promise<unknown>): Promise<unknown> {
  const [found] = await Promise.all([page, learnTexts(folder)]);
  return found;
}

const NOT_FOUND: Route = { path: /^/, load: () => import("./NotFoundPage.svelte") };

/** Looks for the page of a path, and the head around it. */
export function pageFor(path: string): Page {
  const wanted = path.length > 1 ? path.replace(/\/$/, "") : path;
  const route = ROUTES.find((each) => each.path.test(wanted)) ?? NOT_FOUND;
  return {
    load: route.load as Page["load"],
    props: { ...route.path.exec(wanted)?.groups },
    head: route.head ?? true,
  };
}

/** Whether somebody has pressed "Play" already, in the page's first moment (web/public/theme.js). */
export function isWaitedFor(): boolean {
  return document.documentElement.dataset.wish !== undefined;
}

/** Whoever pressed it is led to a table at once; what is in the way, the front page tells. */
export async function asWished(): Promise<void> {
  if (!isWaitedFor()) return;
  await import("$/lobby/opening").then(({ playAtOnce }) => playAtOnce()).catch(() => undefined);
  delete document.documentElement.dataset.wish;
}

// The first page is fetched while the words are still on their way; whether it came is asked when it is shown. Who waits for a
// table sees no front page.
if (!isWaitedFor()) pageFor(placeOf(location).path).load().catch(() => undefined);
