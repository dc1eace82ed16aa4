"""Takes a picture of every page and every phase of both games, for people to look at one by one.

    PYTHONPATH=tests python -m browser.screenshots FOLDER [--only bali-phases] [--sizes 390x844] [--themes dark]
                                                          [--language de]

The client is the built one (PASAR_WEB names another). Files are called like bali-take-390x844-dark.png; where something
scrolls inside the page, a second picture shows its end.
"""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from support.tables import Process, process

from browser.house import FLAGS, chromium_path, client_folder
from browser.looks import SETTLED, set_size
from browser.people import PHONE, TABLET, WIDE, Person
from browser.scenes import scenes

# Scrolls what fills the window, or the dialog above it; says whether there was more to see.
TO_END = """() => {
  const inside = document.querySelector('dialog[open]') ?? document.body;
  const scrolls = (node) => node.scrollHeight > node.clientHeight + 24 && node.clientHeight > innerHeight / 3
    && /auto|scroll/.test(getComputedStyle(node).overflowY);
  const found = [...inside.querySelectorAll('*'), inside].filter(scrolls);
  for (const each of found) each.scrollTop = each.scrollHeight;
  return found.length > 0;
}"""
TO_START = "() => document.querySelectorAll('*').forEach((each) => { if (each.scrollTop) each.scrollTop = 0; })"


def size(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


def take(person: Person, name: str, wish: argparse.Namespace) -> None:
    for each in wish.sizes:
        set_size(person, each)
        for theme in wish.themes:
            person.page.emulate_media(color_scheme=theme)
            person.page.evaluate(TO_START)
            person.page.evaluate(SETTLED)
            file = wish.folder / f"{name}-{each[0]}x{each[1]}-{theme}"
            person.page.screenshot(path=f"{file}.png", full_page=True)
            if person.page.evaluate(TO_END):
                person.page.screenshot(path=f"{file}-end.png")
    set_size(person, WIDE)


def wishes(only: str) -> argparse.ArgumentParser:
    """What can be asked of every kind of picture."""
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("--only", default="", help=only)
    options.add_argument("--sizes", nargs="+", type=size, default=[PHONE, TABLET, WIDE])
    options.add_argument("--language", choices=["en", "de", "fr"], default="en")
    return options


@contextmanager
def studio(folder: Path) -> Iterator[tuple[Browser, Process]]:
    """A browser, and a server for it alone."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        process(Path(data), PASAR_WEB=str(client_folder())) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser, server
        browser.close()


def main() -> None:
    options = wishes("the parts that begin like this: pages, bali-phases, basari-dialogs")
    options.add_argument("--themes", nargs="+", choices=["light", "dark"], default=["light", "dark"])
    wish = options.parse_args()
    with studio(wish.folder) as (browser, server):
        for name, person in scenes(lambda: Person(browser, server.url, locale=wish.language), wish.only):
            take(person, name, wish)


if __name__ == "__main__":
    main()
