"""Makes the moving pictures of the README: a few turns of each game at the real table in the browser.

    python tools/make_pictures.py [FOLDER] [--games bali] [--moves 5] [--width 720]

A server of its own, the built client and the system's Chromium, as in the tests. What the browser has shown is kept
frame by frame with its time, made smaller and written as an animated WebP that begins again by itself.
"""

import argparse
import base64
import io
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tests"), str(ROOT / "bench")]

from browser.house import FLAGS, chromium_path, client_folder  # noqa: E402
from browser.people import Person  # noqa: E402
from browser.playing import make_a_move  # noqa: E402
from parts.serving import servers  # noqa: E402

PLAYERS = {"bali": 3, "basari": 3}
WINDOW = (1120, 720)
TURN = 1600  # milliseconds for what follows a move
SHORTEST, LAST = 90, 1500  # milliseconds that a picture stays at least, and that the last one does
QUALITY = 55


class Film:
    """Every picture that the browser has painted since, with its time in seconds."""

    def __init__(self, person: Person) -> None:
        self.shots: list[tuple[float, bytes]] = []
        self._session = person.context.new_cdp_session(person.page)
        self._session.on("Page.screencastFrame", self._take)
        self._session.send("Page.startScreencast", {"format": "jpeg", "quality": 92, "everyNthFrame": 1})

    def _take(self, frame: dict[str, Any]) -> None:
        self.shots.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def end(self) -> None:
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


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the moving pictures of the README.")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "docs" / "pictures")
    parser.add_argument("--games", nargs="*", default=list(PLAYERS), choices=list(PLAYERS))
    parser.add_argument("--moves", type=int, default=5)
    parser.add_argument("--width", type=int, default=720)
    wish = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        servers(Path(folder), PASAR_WEB=str(client_folder())) as [server],
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for game in wish.games:
            filmed(browser, server.address, game, wish.moves).write(wish.folder / f"{game}-moves.webp", wish.width)
        browser.close()


if __name__ == "__main__":
    main()
