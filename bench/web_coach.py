"""How long the page's coach takes for a whole game of four, and whether the page stutters meanwhile.

    PYTHONPATH=tests python bench/web_coach.py [--site build/site] [--seconds 8] [--still]

The record of a game between bots is opened at the site (`make site`) in the system's Chromium and played back: first
alone, then while a worker analyses it. A replay has itself analysed as soon as it is opened: here the coach is kept
back until its turn comes. With --still it is not played back: the page shows a table at rest. A frame is late if it
comes more than one and a half after the one before it.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from browser.hosts import Host
from browser.house import FLAGS, ROOT, chromium_path
from browser.people import WIDE
from parts.frames import FRAME
from playwright.sync_api import Page, Route, sync_playwright

from pasar.games import find
from pasar.lab.bot_match import play_match
from pasar.match import fair
from pasar.match.match import Match
from pasar.match.record import FAIR

GAMES = {"bali": {"oracle": True, "demon": True}, "basari": {}}
PLAYERS = 4
SECRET = bytes(32)
PATIENCE = 120_000  # milliseconds
COACH = "**/*.coach.wasm"
WATCH = """() => {
  globalThis.frames = [];
  const next = (at) => { globalThis.frames.push(at); globalThis.watching = requestAnimationFrame(next); };
  globalThis.watching = requestAnimationFrame(next);
}"""
WATCHED = "() => { cancelAnimationFrame(globalThis.watching); return globalThis.frames; }"


def record_of(game: str, folder: Path) -> Path:
    """Of a deal that can be proved: the page deals again."""
    kind = find(game)
    rules, salts = kind.check(PLAYERS, **GAMES[game]), [""] * PLAYERS
    match = Match(kind, rules, fair.deal(kind, rules, SECRET, salts))
    play_match(match, ["greedy"] * PLAYERS, list(range(PLAYERS)))
    path = folder / f"{game}.json"
    path.write_text(json.dumps({**match.record(), FAIR: fair.proof(SECRET, salts)}), encoding="utf-8")
    return path


@contextmanager
def frames(page: Page) -> Iterator[list[float]]:
    """The list has when each frame began, in milliseconds, when the block has ended."""
    seen: list[float] = []
    page.evaluate(WATCH)
    yield seen
    seen += page.evaluate(WATCHED)


def told(seen: list[float]) -> str:
    between = [later - before for before, later in pairwise(seen)]
    late = sum(each > 1.5 * FRAME for each in between)
    return f"{late} of {len(between)} frames late ({late / len(between):.1%}), the longest {max(between):.0f} ms"


def measure(page: Page, url: str, game: str, record: Path, seconds: float, still: bool) -> None:
    kept_back: list[Route] = []

    def keep_back(asked: Route) -> None:
        kept_back.append(asked)

    page.route(COACH, keep_back)
    page.goto(f"{url}?/watch")
    page.locator("input[type=file]").set_input_files(record)
    play = page.get_by_role("button", name="Play (space bar)")
    play.wait_for(timeout=PATIENCE)
    if not still:
        play.click()
    page.wait_for_timeout(1000)
    with frames(page) as alone:
        page.wait_for_timeout(1000 * seconds)
    print(f"{game}, {'at rest' if still else 'played back'} alone: {told(alone)}")
    with frames(page) as beside:
        for asked in kept_back:
            asked.continue_()
        page.get_by_role("button", name="Analysis").click()
        page.get_by_role("heading", name="Where it turned").wait_for(timeout=PATIENCE)
    took = (beside[-1] - beside[0]) / 1000
    print(
        f"{game}, while it is analysed: {told(beside)}; the analysis of {PLAYERS} players' game took {took:.1f} s",
        flush=True,
    )


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--site", type=Path, default=ROOT / "build" / "site")
    options.add_argument("--seconds", type=float, default=8)
    options.add_argument("--still", action="store_true")
    wish = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, Host(wish.site, under="") as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for game in GAMES:
            page = browser.new_page(
                viewport={"width": WIDE[0], "height": WIDE[1]}, locale="en-US", service_workers="block"
            )
            measure(page, host.url, game, record_of(game, Path(folder)), wish.seconds, wish.still)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
