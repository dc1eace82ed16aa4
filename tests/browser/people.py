"""Somebody at a browser of their own, and what their page was told."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, Response, WebSocket

Json = dict[str, Any]
Finished = Callable[[str, int], str]  # the id of a game that was played to its end, by its name and players

PATIENCE = 60.0  # seconds that a test waits for anything: a machine with much else to do takes so long
FIRST_PAUSE, LONGEST_PAUSE = 15.0, 120.0  # milliseconds between two looks: each look keeps four processes busy
WIDE, TABLET, PHONE = (1440, 900), (820, 1180), (390, 844)
# Kept before the page starts, unless the person has chosen otherwise since.
KEEP = """try {
  localStorage.getItem('pasar') ?? localStorage.setItem('pasar', JSON.stringify(WISHES));
} catch { /* no page yet */ }"""
# What is transparent takes its room and hears clicks, but without a graphics card painting takes half of the time.
PAINT_NOTHING = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { opacity: 0 !important; }');
  document.adoptedStyleSheets = [sheet];
}"""
WALK = """(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"""
# Nothing moves, sounds or explains itself, and the story lies open, unless a test wants to see that.
LIKINGS = {"speed": "off", "sounds": "off", "sidePanel": True, "guided": ["bali:*", "basari:*"]}
LIKES = ("accept", "play shrine", "pass")  # of who plays without the page: haggles end, and shrines can be paid


@contextmanager
def arriving(browser: Browser, url: str) -> Iterator[Callable[..., "Person"]]:
    """Makes new people; when they leave, no page may have complained about anything unexpected."""
    came: list[Person] = []

    def arrives(url: str = url, **wishes: Any) -> Person:
        came.append(Person(browser, url, **{"painted": False, **wishes}))
        return came[-1]

    yield arrives
    faults = [fault for person in came for fault in person.unexpected()]
    for person in came:
        person.context.close()
    assert faults == [], faults


class Heard:
    """A table as the page was told of it, message by message; every frame is kept as it came."""

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.table: Json = {}
        self.you: Json = {}
        self.play: Json | None = None
        self.story: list[Json] = []

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.hear(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def hear(self, frame: str) -> None:
        self.frames.append(frame)
        message = json.loads(frame)
        if message["type"] in ("table", "update"):
            self.table = message.get("table", self.table)
            self.you = message.get("you", self.you)
            self.play = message.get("play", self.play)
            self.story += message.get("story", [])

    @property
    def stage(self) -> str:
        return str(self.table.get("stage", ""))

    @property
    def at(self) -> int:
        return -1 if self.play is None else int(self.play["at"])

    @property
    def my_turn(self) -> bool:
        return self.play is not None and self.play["menu"] is not None and self.play["choice"] is None


class Person:
    """Has a cookie, a window and wishes. Whatever goes wrong on the page fails the test, unless it was expected."""

    def __init__(
        self, browser: Browser, url: str, size: tuple[int, int] = WIDE, theme: str = "light", touch: bool = False,
        locale: str = "en-US", permissions: tuple[str, ...] = (), painted: bool = True, **wishes: Any,
    ) -> None:  # fmt: skip
        self.url = url
        self.context = browser.new_context(
            base_url=url, viewport={"width": size[0], "height": size[1]}, has_touch=touch, is_mobile=touch,
            locale=locale, color_scheme="dark" if theme == "dark" else "light",
            permissions=["clipboard-read", "clipboard-write", *permissions],
            reduced_motion="reduce",  # what breathes on a page is painted again and again, and a machine has few cores
        )  # fmt: skip
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.add_init_script(KEEP.replace("WISHES", json.dumps({**LIKINGS, **wishes})))
        if not painted:
            self.context.add_init_script(PAINT_NOTHING)
        self.faults: list[str] = []
        self.expected: list[str] = []
        self.answers: list[Response] = []
        self.heard = Heard()
        self.chance = Random(1)
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error on the page: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("websocket", self._connected)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # who goes to another page wants no more answers
            self.faults.append(f"request: {request.url} {request.failure}")

    def _answered(self, answer: Response) -> None:
        self.answers.append(answer)

    def _connected(self, socket: WebSocket) -> None:
        self.heard.listen(socket)

    def expects(self, *patterns: str) -> None:
        """Faults that belong to what is tested."""
        self.expected += patterns

    def unexpected(self) -> list[str]:
        return [fault for fault in self.faults if not any(re.search(pattern, fault) for pattern in self.expected)]

    # --- Going and waiting

    def go(self, path: str) -> "Person":
        self.page.goto(path, wait_until="load")
        self.page.locator("main#content").first.wait_for()
        return self

    def wait(self, until: Callable[[], Any], what: str, patience: float = PATIENCE) -> None:
        end, pause = time.monotonic() + patience, FIRST_PAUSE
        while not until():
            assert time.monotonic() < end, (
                f"waited in vain: {what}\n{self.unexpected()}\n{self.page.inner_text('body')[:2000]}"
            )
            self.page.wait_for_timeout(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)

    def moves_sent(self) -> int:
        """By the page, since it was opened at this table."""
        return sum(json.loads(frame)["type"] == "move" for frame in self.heard.sent)

    def stop_the_clock(self) -> None:
        """The page's own, which has to be installed: from now on it goes only as far as the test lets it."""
        ahead = 0.5
        while True:
            with suppress(Error):  # on a busy machine that moment has passed before the page hears of it
                self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + ahead)
                return
            ahead *= 2

    def comes_to_rest(self, check: Callable[[], list[Any]], patience: float = PATIENCE) -> list[Any]:
        """What a check still finds once it finds nothing, or after a while: a page that has changed arranges itself."""
        end, pause = time.monotonic() + patience, FIRST_PAUSE
        while (found := check()) and time.monotonic() < end:
            self.page.wait_for_timeout(pause)
            pause = min(pause * 1.5, LONGEST_PAUSE)
        return found

    # --- What the person does without the page, with the same cookie

    def ask(self, path: str, body: Any = None, method: str = "", key: str | None = None, status: int = 200) -> Any:
        headers = {"Origin": self.url, **({"Pasar-Key": key} if key else {})}
        method = method or ("GET" if body is None else "POST")
        answer = self.context.request.fetch(self.url + path, method=method, data=body, headers=headers)
        assert answer.status == status or (status == 200 and answer.ok), (
            f"{method} {path}: {answer.status} {answer.text()}"
        )
        return answer.json() if answer.body() else None

    def arrive(self, name: str | None = None) -> "Person":
        self.ask("/api/me")
        if name is not None:
            self.ask("/api/me", {"name": name}, method="PATCH")
        return self

    def command(self, table: str, type: str, key: str | None = None, **given: Any) -> Any:
        return self.ask(f"/api/tables/{table}/commands", {"type": type, **given}, key=key)

    def open_table(
        self, game: str, players: int, bots: str | None = "greedy", switches: tuple[str, ...] = (), **options: Any
    ) -> str:
        """A table that this person sits at: begun, with bots on all other seats; without bots, with free seats."""
        self.arrive()
        chosen = {"game": game, "players": players, "switches": dict.fromkeys(switches, True), **options}
        table = str(self.ask("/api/tables", chosen)["id"])
        if bots is not None:
            for seat in range(1, players):
                self.command(table, "bot", seat=seat, level=bots)
            self.command(table, "start")
        return table

    def enter(self, table: str, key: str | None = None) -> "Person":
        """Open the table's page and wait until it was told everything."""
        self.heard = Heard()
        self.go(f"/table/{table}" + (f"#{key}" if key else ""))
        self.wait(lambda: self.heard.table, "the table's first message")
        return self._await_table()

    def walk(self, table: str) -> "Person":
        """To a table from a page that is open, as by a link: the program of the page is not loaded again."""
        self.heard = Heard()
        self.page.evaluate(WALK, f"/table/{table}")
        self.wait(lambda: self.heard.table.get("id") == table, "the table's first message")
        return self._await_table()

    def _await_table(self) -> "Person":
        """A key that is pressed before a game's table is drawn is heard by nobody."""
        if self.heard.stage in ("playing", "over") and not self.heard.table["frozen"]:
            self.page.locator(".table-place").first.wait_for(state="attached")
        return self

    def play_without_page(
        self, table: str, until: Callable[[Json], bool], seed: int = 1, key: str | None = None
    ) -> Json:
        """Make moves as a program would, until the table (as this person is told of it) is so."""
        self.chance = Random(seed)
        while True:
            told = self.ask(f"/api/tables/{table}", key=key)
            if told["table"]["stage"] == "over" or until(told):
                return dict(told)
            if not self._move(told, key):
                time.sleep(0.01)

    def move_without_page(self, table: str, key: str | None) -> bool:
        """Whether it was this person's turn: then a move was made."""
        return self._move(self.ask(f"/api/tables/{table}", key=key), key)

    def _move(self, told: Json, key: str | None) -> bool:
        play = told["play"]
        if play is None or not (menu := play["menu"]) or play["choice"] is not None:
            return False
        wished = [move for move in LIKES if move in menu["open"]]
        move = wished[0] if wished else self.chance.choice(menu["open"] or [menu["build"]["least"]])
        self.ask(f"/api/tables/{told['table']['id']}/moves", {"move": move, "at": play["at"]}, key=key)
        return True

    def finished_table(self, game: str, players: int, **options: Any) -> str:
        table = self.open_table(game, players, **options)
        self.play_without_page(table, lambda told: False)
        return table
