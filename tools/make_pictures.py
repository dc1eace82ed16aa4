"""Makes the pictures of tables in the README and the docs, at the real table in the browser.

    python tools/make_pictures.py [FOLDER] [--only bali-moves basari-haggle] [--moves 3] [--width 720]

A server of its own, the built client and the system's Chromium, as in the tests. NAME-moves: a few turns; what the
browser has shown is kept frame by frame with its time, made smaller and written as an animated WebP that begins again
by itself. NAME: one table. The others are strips: some pictures of the films that tests/browser/filmstrip.py takes.
"""

import argparse
import base64
import io
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests"))

from browser.people import WIDE, Person  # noqa: E402
from browser.playing import make_a_move, offered  # noqa: E402

# What of the tests has no types that are checked.
filmstrip: Any = import_module("browser.filmstrip")
prepared: Any = import_module("browser.prepared")
studio: Any = import_module("browser.screenshots").studio

PLAYERS = {"bali": 3, "basari": 3}
TABLES = {"bali": ("take", ("oracle", "demon")), "basari": ("answer", ())}  # phases in which there is much to see
# Of which films a strip is made, and which pictures of them, counted in quarters of a second.
STRIPS: dict[str, Sequence[tuple[str, str, Sequence[int]]]] = {
    "bali-altar": [("bali-altar", "bali-altar", (7, 14, 20, 30, -4)), ("bali-altar", "bali-end", (-1,))],
    "basari-haggle": [
        ("basari-reveal", "basari-reveal-C", (1, 4, 9)), ("basari-haggle", "basari-bid", (1,)),
        ("basari-haggle", "basari-handshake", (2,)), ("basari-stage", "basari-stage", (-1,)),
    ],
}  # fmt: skip
COLUMNS, SLOWER = 3, 2  # of a strip; how many times slower it is filmed, so that no picture is missed
WINDOW = (1120, 720)
TURN = 1600  # milliseconds for what follows a move
SHORTEST, LAST = 200, 1500  # milliseconds that a picture stays at least, and that the last one does
QUALITY, QUALITY_STILL = 40, 80


class Film:
    """Every picture that the browser has painted since, with its time in seconds."""

    def __init__(self, person: Person) -> None:
        self.shots: list[tuple[float, bytes]] = []
        self._session = person.context.new_cdp_session(person.page)
        self._session.on("Page.screencastFrame", self._take)
        self._session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})

    def _take(self, frame: dict[str, Any]) -> None:
        self.shots.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def end(self) -> None:
        self._session.remove_listener("Page.screencastFrame", self._take)
        self._session.send("Page.stopScreencast")

    def write(self, path: Path, width: int) -> None:
        kept = [self.shots[0]]
        for shot in self.shots[1:]:
            if (shot[0] - kept[-1][0]) * 1000 >= SHORTEST:
                kept.append(shot)
            else:
                kept[-1] = (kept[-1][0], shot[1])  # what was painted last is what was there to see
        times = [time for time, _ in kept]
        stays = [round((later - time) * 1000) for time, later in pairwise(times)] + [LAST]
        pictures = [_smaller(data, width) for _, data in kept]
        pictures[0].save(
            path, save_all=True, append_images=pictures[1:], duration=stays, loop=0, quality=QUALITY, method=6,
            minimize_size=True,
        )  # fmt: skip
        print(f"{path.name}: {len(pictures)} pictures, {sum(stays) / 1000:.1f} s, {path.stat().st_size / 1000:.0f} kB")


def _smaller(data: bytes, width: int) -> Image.Image:
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    return picture.resize((width, round(width * picture.height / picture.width)), Image.Resampling.LANCZOS)


def filmed(browser: Browser, url: str, game: str, moves: int) -> Film:
    person = Person(browser, url, size=WINDOW, speed="normal")
    person.page.emulate_media(reduced_motion="no-preference")
    person.enter(person.open_table(game, PLAYERS[game]))
    person.page.wait_for_timeout(TURN)
    film, chance = Film(person), Random(3)
    for _ in range(moves):
        person.wait(lambda: person.heard.my_turn, "a turn", 60)
        make_a_move(person, chance)
        person.page.wait_for_timeout(TURN)
    film.end()
    person.context.close()
    return film


def moving(browser: Browser, server: Any, wish: argparse.Namespace, game: str) -> None:
    filmed(browser, server.url, game, wish.moves).write(wish.folder / f"{game}-moves.webp", wish.width)


def table(browser: Browser, server: Any, wish: argparse.Namespace, game: str) -> None:
    """One table for four, in the middle of a game."""
    person = Person(browser, server.url, size=WIDE).arrive("Dewi")
    phase, switches = TABLES[game]
    person.enter(prepared.put_down(server, person, prepared.come_to(game, 4, phase, switches)))
    person.wait(lambda: offered(person), "something to do")
    person.page.wait_for_timeout(TURN)
    _write([Image.open(io.BytesIO(person.page.screenshot()))], 1, wish.folder / f"{game}.webp", WIDE[0])
    person.context.close()


def strip(browser: Browser, server: Any, wish: argparse.Namespace, name: str) -> None:
    """Some pictures of the films of a moment, side by side."""
    films: dict[str, list[Image.Image]] = {}
    for moment in dict.fromkeys(moment for moment, _, _ in STRIPS[name]):
        person = Person(browser, server.url, size=WIDE, speed="normal", sidePanel=False)
        camera = filmstrip.Camera(person.arrive("Dewi"), 0.25, SLOWER)
        person.page.emulate_media(reduced_motion="no-preference")
        films |= dict(filmstrip.MOMENTS[moment](camera, server))
        person.context.close()
    picked = [films[film][number] for _, film, numbers in STRIPS[name] for number in numbers]
    _write(picked, COLUMNS, wish.folder / f"{name}.webp", filmstrip.THUMB)


def _write(pictures: list[Image.Image], columns: int, path: Path, width: int) -> None:
    sheet = filmstrip.strip(pictures, columns, width)
    sheet.save(path, quality=QUALITY_STILL, method=6)
    print(f"{path.name}: {sheet.width}x{sheet.height}, {path.stat().st_size / 1000:.0f} kB")


Maker = Callable[[Browser, Any, argparse.Namespace, str], None]
PICTURES: dict[str, tuple[Maker, str]] = {
    **{f"{game}-moves": (moving, game) for game in PLAYERS},
    **{game: (table, game) for game in TABLES},
    **{name: (strip, name) for name in STRIPS},
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the pictures of tables in the README and the docs.")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "docs" / "pictures")
    parser.add_argument("--only", nargs="*", default=list(PICTURES), choices=list(PICTURES))
    parser.add_argument("--moves", type=int, default=3)
    parser.add_argument("--width", type=int, default=720)
    wish = parser.parse_args()
    with studio(wish.folder) as (browser, server):
        for name in wish.only:
            make, what = PICTURES[name]
            make(browser, server, wish, what)


if __name__ == "__main__":
    main()
