"""Both games in every engine that people have: nothing sticks out, and what one decides with is in sight.

Their beginning and a haggle on windows of two sizes, and their end; with PASAR_ENGINES=whole all between, too."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser
from support.tables import Process

from .engines import Chromium, Window, firefox, webkit
from .house import Missing
from .looks import ARRANGED, STICKING_OUT
from .people import PAINT_NOTHING, PATIENCE
from .playing import OPEN
from .prepared import before, come_to, put_down_for

ENGINES = {"webkit": webkit, "firefox": firefox}
WIDE, NARROW = (1440, 862), (447, 862)  # the second is the narrowest that WebKitGTK's own browser can be
WHOLE = os.environ.get("PASAR_ENGINES") == "whole"
PLAYERS = {"bali": 4, "basari": 3}  # of Bali a full table, where each decides least; of Basari those who haggle most
SLACK = 16  # pixels by which a crown, a count or a chosen card may sit on an edge
FEW = int(os.environ.get("PASAR_TEST_NARROW", "6"))  # decisions of a game that is not played to its end
SOON = 500  # milliseconds in which a click shows
CONTROLS = f"{OPEN}, [data-push]:not([aria-disabled='true']):not(:disabled)"
KEEP = "() => localStorage.setItem('pasar', JSON.stringify({ speed: 'off', sounds: 'off' }))"
ASK = """async (path, body) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, body ? { method: 'POST', body: JSON.stringify(body), headers } : {});
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? null : answer.json();
}"""
# What there is to click, once the page shows something else than before.
NEWS = """async (controls, before, soon) => {
  const name = (node) => node.dataset.move ?? `push ${node.dataset.push}`;
  const look = () => {
    const open = [...document.querySelectorAll(controls)].filter((node) => node.checkVisibility());
    return { open: open.map(name), text: document.querySelector('.table-place')?.textContent ?? '' };
  };
  const end = performance.now() + soon;
  while (look().text === before && performance.now() < end) await new Promise((go) => setTimeout(go, 10));
  return look();
}"""
# Whoever holds others (as a place on the table, by containing or by cutting them off) holds the whole of them.
FALLEN_OUT = """(slack) => {
  const place = document.querySelector('.table-place');
  const name = (node) => node.dataset.at ?? node.dataset.move ?? `${node.className} ${node.textContent}`;
  const holds = (node) => {
    const style = getComputedStyle(node);
    return node.dataset.at || style.overflow !== 'visible' || style.contain !== 'none';
  };
  const faults = [];
  for (const node of place.querySelectorAll('[data-at], [data-move], .number')) {
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height || !node.checkVisibility()) continue;
    for (let up = node.parentElement; up !== place; up = up.parentElement) {
      if (!holds(up)) continue;
      const held = up.getBoundingClientRect();
      if (held.width <= 1) break; // only for screen readers
      const by = Math.max(held.left - box.left, held.top - box.top, box.right - held.right, box.bottom - held.bottom);
      if (by > slack) faults.push(`${name(node)} is ${Math.round(by)} px outside ${name(up)}`);
    }
  }
  return faults;
}"""
# In a haggle, what both own: four colours of gems, and workers.
UNSEEN = """() => [...document.querySelectorAll('.haggle .stall')].flatMap((stall) => {
  const owned = [...stall.querySelectorAll('[data-at^="gem-"], [data-at^="track-"]')];
  const covered = owned.filter((node) => {
    node.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = node.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.stall') !== stall;
  });
  const few = owned.length === 5 ? [] : [`${owned.length} of 5 things`];
  return [...covered.map((node) => `${node.dataset.at} is not seen`), ...few];
})"""
# Where to click, or what lies there.
POINT = """(controls, name) => {
  const named = (node) => (node.dataset.move ?? `push ${node.dataset.push}`) === name && node.checkVisibility();
  const node = [...document.querySelectorAll(controls)].find(named);
  if (!node) return null;
  node.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = node.getBoundingClientRect();
  const points = [[0.5, 0.5], [0.15, 0.5], [0.5, 0.9]].map(([x, y]) => [left + x * width, top + y * height]);
  const free = points.find(([x, y]) => node.contains(document.elementFromPoint(x, y)));
  return free ?? document.elementFromPoint(...points[0])?.outerHTML ?? 'the edge of the window';
}"""


class Guest:
    """Somebody who has come with any browser, and clicks."""

    def __init__(self, window: Window, url: str) -> None:
        self.window, self.url, self.chance = window, url, Random(1)
        window.go(f"{url}/theme.js")  # no page of ours: that would ask as well, and be somebody else
        self.ask("/api/me")

    def ask(self, path: str, body: Any = None) -> Any:
        return self.window.run(ASK, path, body)

    def sit_down(self, game: str, players: int) -> None:
        """With bots at a table that has begun."""
        self.table = f"/api/tables/{self.ask('/api/tables', {'game': game, 'players': players})['id']}"
        for seat in range(1, players):
            self.ask(f"{self.table}/commands", {"type": "bot", "seat": seat, "level": "greedy"})
        self.ask(f"{self.table}/commands", {"type": "start"})
        self.enter()

    def sit_down_at(self, table: str) -> None:
        self.table = f"/api/tables/{table}"
        self.enter()

    def enter(self) -> None:
        self.window.run(KEEP)  # only now: the page before writes down its own wishes when it begins
        self.window.go(self.url + self.table.removeprefix("/api").replace("tables", "table"))
        self.window.run(f"() => {PAINT_NOTHING}")

    def decisions(self) -> Iterator[str]:
        """Stops before each of them, to the end of the game."""
        seen, end = {"text": "", "open": []}, time.monotonic() + PATIENCE
        while True:
            seen = self.window.run(NEWS, CONTROLS, seen["text"], SOON)
            if seen["open"]:
                yield seen["text"]
                self._click(self._picked(seen["open"]))
                end = time.monotonic() + PATIENCE
            elif self.ask(self.table)["table"]["stage"] == "over":
                return
            assert time.monotonic() < end, f"waited in vain for a turn: {seen}"

    def faults(self, check: str, *given: Any) -> Any:
        """What a check finds that does not pass: a page that has just changed may still scroll."""
        end = time.monotonic() + PATIENCE
        while (found := self.window.run(check, *given)) and time.monotonic() < end:
            time.sleep(0.1)
        return found

    def _picked(self, moves: list[str]) -> str:
        return "accept" if "accept" in moves and self.chance.random() < 0.5 else self.chance.choice(moves)

    def _click(self, control: str) -> None:
        click(self.window, control)


def click(window: Window, control: str) -> bool:
    """Whether it was still there. What lies over it while the page arranges itself goes again."""
    end = time.monotonic() + ARRANGED
    while isinstance(point := window.run(POINT, CONTROLS, control), str):
        assert time.monotonic() < end, f"{control} is under {point}"
        time.sleep(0.1)
    if point is not None:
        window.click(*point)
    return point is not None


@contextmanager
def chromium_window(browser: Browser) -> Iterator[Window]:
    with browser.new_context(reduced_motion="reduce") as context:
        yield Chromium(context.new_page())


@pytest.fixture(scope="module", params=["chromium", *ENGINES])
def guest(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, server: Process) -> Iterator[Guest]:
    engine: str = request.param
    try:
        if engine == "chromium":
            opened = chromium_window(request.getfixturevalue("chromium"))
        else:
            opened = ENGINES[engine](tmp_path_factory.mktemp(engine))
        with opened as window:
            yield Guest(window, server.url)
    except Missing as missing:
        if os.environ.get("PASAR_ENGINES"):
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(f"nothing was tried in {engine}: {missing}")


def check_decision(guest: Guest, shown: str) -> None:
    for check, *given in ((STICKING_OUT,), (FALLEN_OUT, SLACK), (UNSEEN,)):
        assert guest.faults(check, *given) == [], shown


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=lambda size: f"{size[0]}px")
@pytest.mark.parametrize("name", PLAYERS)
def test_a_game_in(guest: Guest, name: str, size: tuple[int, int]) -> None:
    guest.window.resize(*size)
    guest.sit_down(name, PLAYERS[name])
    for number, shown in enumerate(guest.decisions()):
        check_decision(guest, f"decision {number}: {shown}")
        if number >= FEW and not (WHOLE and size == WIDE):
            break


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=lambda size: f"{size[0]}px")
def test_a_haggle_in(guest: Guest, server: Process, size: tuple[int, int]) -> None:
    guest.window.resize(*size)
    for phase in ("open", "answer"):
        match = come_to("basari", PLAYERS["basari"], phase)
        guest.sit_down_at(put_down_for(server, guest.ask("/api/me"), match))
        shown = next(guest.decisions())
        assert guest.window.run("() => document.querySelector('.haggle') !== null"), shown
        check_decision(guest, f"{phase}: {shown}")


@pytest.mark.parametrize("name", PLAYERS)
def test_the_end_of_a_game_in(guest: Guest, server: Process, name: str) -> None:
    match, _ = before(name, PLAYERS[name], lambda view: False)
    guest.window.resize(*WIDE)
    guest.sit_down_at(put_down_for(server, guest.ask("/api/me"), match))
    for shown in guest.decisions():
        check_decision(guest, f"at the end: {shown}")
    assert guest.ask(guest.table)["table"]["stage"] == "over"
    check_decision(guest, "after the end")
