"""Takes a picture every quarter of a second of the moments of both games, and lays them out as one strip to look at.

    python tests/browser/filmstrip.py FOLDER [--only bali-altar] [--sizes 390x844] [--language de] [--still]

The client is the built one (PASAR_WEB names another). `--still` is for those who want no motion.
"""

import io
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from PIL import Image

sys.path.append(str(Path(__file__).resolve().parents[1]))


from browser.people import Json, Person
from browser.playing import make_a_move, offered, put_forward
from browser.screenshots import studio, wishes

EVERY = 0.25  # seconds
THUMB = 420  # pixels that a picture of the strip is wide at most

Film = list[Image.Image]


def filmed(person: Person, seconds: float, until: Callable[[], bool] = lambda: False) -> Film:
    film: Film = []
    start = time.monotonic()
    while time.monotonic() - start < seconds and not until():
        film.append(Image.open(io.BytesIO(person.page.screenshot(type="jpeg", quality=80))))
        rest = start + len(film) * EVERY - time.monotonic()
        person.page.wait_for_timeout(max(1, rest * 1000))
    return film


def bots(person: Person) -> Iterator[tuple[str, Film]]:
    """Three bots take their turns in Bali."""
    chance = Random(3)
    person.enter(person.open_table("bali", 4, bots="easy", switches=("demon", "oracle")))
    for _ in range(8):
        person.wait(lambda: offered(person), "a turn", 60)
        make_a_move(person, chance)
        if not person.heard.my_turn:
            break
    yield "bali-bots", filmed(person, 8, lambda: bool(offered(person)))


def altar(person: Person) -> Iterator[tuple[str, Film]]:
    """The last card of Bali, and the altar turned over."""
    table = person.open_table("bali", 4, bots="easy")
    person.play_without_page(table, nearly_over)
    person.enter(table)
    chance = Random(1)
    while person.heard.stage != "over":
        person.wait(lambda: offered(person) or person.heard.stage == "over", "a turn", 60)
        if person.heard.stage != "over":
            make_a_move(person, chance)
            person.page.wait_for_timeout(400)
    yield "bali-altar", filmed(person, 18, lambda: person.page.locator("dialog .hero").count() > 0)
    person.page.wait_for_timeout(600)
    yield "bali-end", filmed(person, 2)


def nearly_over(told: Json) -> bool:
    return bool(told["play"]["view"]["pile"] <= 2 and told["play"]["menu"])


def stage(person: Person) -> Iterator[tuple[str, Film]]:
    """Choices turned over, a haggle, and the end of a stage in Basari."""
    chance = Random(5)
    person.enter(person.open_table("basari", 4, bots="easy"))
    haggled = False
    for _ in range(60):
        person.wait(lambda: offered(person), "a turn", 60)
        before = person.heard.play or {}
        if before["menu"]["build"] and not haggled:
            haggled = True
            put_forward(person, before["menu"]["build"]["least"])
            person.page.locator('[data-move^="bid"]').first.click()
            yield "basari-bid", filmed(person, 3)
            continue
        choosing = before["view"]["phase"] == "choose"
        make_a_move(person, chance)
        told = person.heard.play or {}
        if told.get("result") or told["view"]["stage"] != before["view"]["stage"]:
            yield "basari-stage", filmed(person, 14)
            return
        if choosing and told["view"]["haggle"]:
            yield "basari-reveal", filmed(person, 4)
        else:
            person.page.keyboard.press("Escape")
        if person.page.locator("dialog.climax").count():
            yield "basari-stage", filmed(person, 14)
            return


MOMENTS = {"bali-bots": bots, "bali-altar": altar, "basari-stage": stage}


def strip(film: Film, columns: int) -> Image.Image:
    width = min(THUMB, film[0].width)
    height = film[0].height * width // film[0].width
    rows = -(-len(film) // columns)
    sheet = Image.new("RGB", (columns * width, rows * height), "white")
    for k, picture in enumerate(film):
        sheet.paste(picture.resize((width, height)), (k % columns * width, k // columns * height))
    return sheet


def main() -> None:
    options = wishes("the moments that begin like this: bali-altar, basari")
    options.add_argument("--theme", choices=["light", "dark"], default="light")
    options.add_argument("--still", action="store_true", help="as those see it who want no motion")
    options.add_argument("--columns", type=int, default=6)
    wish = options.parse_args()
    with studio(wish.folder) as (browser, url):
        for each in wish.sizes:
            for moment in [made for name, made in MOMENTS.items() if name.startswith(wish.only)]:
                person = Person(browser, url, size=each, theme=wish.theme, locale=wish.language, speed="normal")
                person.arrive("Dewi")
                person.page.emulate_media(reduced_motion="reduce" if wish.still else "no-preference")
                for name, film in moment(person):
                    file = wish.folder / f"{name}-{each[0]}x{each[1]}.png"
                    strip(film, wish.columns).save(file)
                    film[-1].save(file.with_name(f"{file.stem}-last.png"))
                person.context.close()


if __name__ == "__main__":
    main()
