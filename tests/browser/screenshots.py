"""Takes a picture of every page and every phase of both games, on a phone, a tablet and a desk, by day and by lamp.

    python tests/browser/screenshots.py FOLDER [--only bali]

The client is the built one (PASAR_WEB names another). Files are called like bali-take-390-dark.png.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path += [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[1] / "server")]

from table_helpers import process

from browser.house import FLAGS, chromium_path, client_folder
from browser.people import PHONE, TABLET, WIDE, Person
from browser.phases import BALI, BASARI, walk

PAGES = {
    "home": "/", "tables": "/tables", "watch": "/watch", "settings": "/me", "learn": "/learn",
    "lesson-bali": "/learn/bali", "lesson-basari": "/learn/basari", "rules": "/rules", "rules-bali": "/rules/bali",
    "rules-basari": "/rules/basari", "lost": "/nowhere", "dead": "/table/0123456789abcdef",
}  # fmt: skip


def places(person: Person) -> Iterator[str]:
    """Leads the page to one thing after another, and says what it is."""
    for name, path in PAGES.items():
        person.arrive().go(path)
        yield name
    for game, players, phases, switches in (("bali", 4, BALI, ("oracle", "demon")), ("basari", 5, BASARI, ())):
        person.enter(person.open_table(game, players, bots=None))
        yield f"{game}-lobby"
        for phase in walk(person, game, players, phases, switches):
            yield f"{game}-{phase}"
        finished = person.finished_table(game, players)
        for place in ("replay", "fair"):
            person.go(f"/{place}/{finished}")
            yield f"{game}-{place}"


def take(person: Person, name: str, folder: Path) -> None:
    for width, height in (PHONE, TABLET, WIDE):
        person.page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            person.page.emulate_media(color_scheme=theme)
            person.page.wait_for_timeout(150)
            person.page.screenshot(path=folder / f"{name}-{width}-{theme}.png")


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--only", default="", help="names that begin like this")
    wish = options.parse_args()
    wish.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        process(Path(data), PASAR_WEB=str(client_folder())) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        person = Person(browser, server.url)
        for name in places(person):
            if name.startswith(wish.only):
                take(person, name, wish.folder)
        browser.close()


if __name__ == "__main__":
    main()
