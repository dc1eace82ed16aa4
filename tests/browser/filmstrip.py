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


from support.tables import Process

from browser.people import Person
from browser.playing import make_a_move, offered, put_forward
from browser.prepared import come_to, ended, put_down
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


def bots(person: Person, server: Process) -> Iterator[tuple[str, Film]]:
    """Three bots take their turns in Bali."""
    chance = Random(3)
    person.enter(person.open_table("bali", 4, bots="easy", switches=("demon", "oracle")))
    for _ in range(8):
        person.wait(lambda: offered(person), "a turn", 60)
        make_a_move(person, chance)
        if not person.heard.my_turn:
            break
    yield "bali-bots", filmed(person, 8, lambda: bool(offered(person)))


def altar(person: Person, server: Process) -> Iterator[tuple[str, Film]]:
    """The last card of Bali, and the altar turned over."""
    last_move(person, server, "bali", 4, 1)
    yield "bali-altar", filmed(person, 18, lambda: person.page.locator("dialog .hero").count() > 0)
    yield "bali-end", filmed(person, 2)


def last_move(person: Person, server: Process, game: str, players: int, how: int) -> None:
    """Makes it, at a table at which it has this result for who makes it."""
    match, move = ended(game, players, how)
    person.enter(put_down(server, person, match))
    control = person.page.locator(f'[data-move="{move}"]:not([aria-disabled="true"])').first
    person.wait(control.count, f"a control for {move}")
    control.click()


def stage(person: Person, server: Process) -> Iterator[tuple[str, Film]]:
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


def variants(person: Person, server: Process) -> Iterator[tuple[str, Film]]:
    """The demon leaps, and the oracle is asked."""
    for name, phase, move in (("bali-demon", "play", "play priest"), ("bali-oracle", "oracle", "look")):
        match = come_to("bali", 3, phase, ("oracle", "demon"), likes=("take 3",), has=move)
        person.enter(put_down(server, person, match))
        person.wait(lambda: offered(person), "something to do")
        person.page.locator(f'[data-move="{move}"]:not([aria-disabled="true"])').first.click()
        yield name, filmed(person, 3)


def endings(person: Person, server: Process) -> Iterator[tuple[str, Film]]:
    """The end as the one reads it who won, who lost, and who had as many points as another."""
    for name, game, how in (("won", "basari", 1), ("lost", "bali", -1), ("tied", "bali", 0)):
        last_move(person, server, game, 2 if game == "bali" else 3, how)
        scene = person.page.locator("dialog.climax")
        scene.wait_for()
        person.page.keyboard.press("Escape")
        person.page.locator("dialog .hero").wait_for()
        yield f"end-{name}", filmed(person, 1.5)


def reactions(person: Person, server: Process) -> Iterator[tuple[str, Film]]:
    person.enter(person.open_table("bali", 3, bots="easy"))
    person.wait(lambda: offered(person), "something to do")
    person.page.keyboard.press("r")
    person.page.get_by_role("toolbar").locator("button").nth(1).click()
    yield "reactions", filmed(person, 4)


MOMENTS = {
    "bali-bots": bots, "bali-altar": altar, "bali-variants": variants, "basari-stage": stage, "end": endings,
    "reactions": reactions,
}  # fmt: skip


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
    with studio(wish.folder) as (browser, server):
        for each in wish.sizes:
            for moment in [made for name, made in MOMENTS.items() if name.startswith(wish.only)]:
                person = Person(browser, server.url, size=each, theme=wish.theme, locale=wish.language, speed="normal")
                person.arrive("Dewi")
                person.page.emulate_media(reduced_motion="reduce" if wish.still else "no-preference")
                for name, film in moment(person, server):
                    file = wish.folder / f"{name}-{each[0]}x{each[1]}.png"
                    strip(film, wish.columns).save(file)
                    film[-1].save(file.with_name(f"{file.stem}-last.png"))
                person.context.close()


if __name__ == "__main__":
    main()
