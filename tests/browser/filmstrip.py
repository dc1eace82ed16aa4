"""Takes a picture every quarter of a second of the moments of both games, and lays them out as one strip to look at.

    python tests/browser/filmstrip.py FOLDER [--only bali-altar] [--sizes 390x844] [--language de] [--still]
                                       [--slower 4]

The client is the built one (PASAR_WEB names another). `--still` is for those who want no motion. A page's own time goes
slower while it is filmed, so that there is a picture of every quarter of its seconds on a busy machine, too.
"""

import argparse
import io
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import Browser

sys.path.append(str(Path(__file__).resolve().parents[1]))


from support.tables import Process

from browser.looks import SETTLED
from browser.people import Person
from browser.playing import make_a_move, offered, put_forward
from browser.prepared import before, come_to, ended, put_down
from browser.screenshots import studio, wishes

THUMB = 420  # pixels that a picture of the strip is wide at most
# Every clock that a script can ask goes slower after `slowDown(times)`; animations are slowed by DevTools.
SLOW_CLOCKS = """(() => {
  let rate = 1, from = performance.now(), shown = from;
  const { now } = performance, epoch = Date.now() - from;
  const { setTimeout: wait, requestAnimationFrame: nextFrame } = window;
  const time = (real) => shown + (real - from) / rate;
  const current = () => time(now.call(performance));
  window.slowDown = (times) => {
    const real = now.call(performance);
    [shown, from, rate] = [time(real), real, times];
  };
  performance.now = current;
  Date.now = () => epoch + current();
  window.setTimeout = (done, ms = 0, ...given) => wait(done, ms * rate, ...given);
  window.requestAnimationFrame = (done) => nextFrame(() => done(current()));
})()"""

Film = list[Image.Image]


class Camera:
    """Films somebody's page, a picture `every` so many of its seconds; its time goes so many times slower meanwhile."""

    def __init__(self, person: Person, every: float, slower: float) -> None:
        self.person, self.every, self.slower = person, every, slower
        person.context.add_init_script(SLOW_CLOCKS)
        self._session = person.context.new_cdp_session(person.page)
        self._session.send("Animation.enable")

    def slow_down(self, times: float) -> None:
        self._session.send("Animation.setPlaybackRate", {"playbackRate": 1 / times})
        self.person.page.evaluate("(times) => window.slowDown(times)", times)

    def films(self, seconds: float, act: Callable[[], None], until: Callable[[], bool] = lambda: False) -> Film:
        """What follows an act, for so many seconds of the page at most."""
        film: Film = []
        self.slow_down(self.slower)
        act()
        start = time.monotonic()
        while len(film) * self.every < seconds and not until():
            film.append(Image.open(io.BytesIO(self.person.page.screenshot(type="jpeg", quality=80))))
            rest = start + len(film) * self.every * self.slower - time.monotonic()
            self.person.page.wait_for_timeout(max(1, rest * 1000))
        self.slow_down(1)
        return film


def nothing() -> None:
    """Only time goes by."""


def clicked(person: Person, move: str) -> Callable[[], None]:
    """What makes this move, once it can be made."""
    if move.startswith("bid "):
        person.wait(person.page.locator("[data-push]").count, "gems to push forward")
        put_forward(person, move)
    control = person.page.locator(f'[data-move="{move}"]:not([aria-disabled="true"])').first
    person.wait(control.count, f"a control for {move}")
    person.page.wait_for_load_state("networkidle")  # faces, too, are drawn by then
    person.page.evaluate(SETTLED)  # else what is still coming in would be filmed instead
    return control.click


def bots(camera: Camera, server: Process) -> Iterator[tuple[str, Film]]:
    """Three bots take their turns in Bali, and what they did is told once more."""
    chance, person = Random(3), camera.person
    person.enter(person.open_table("bali", 4, bots="learner", switches=("demon", "oracle")))
    for _ in range(8):
        person.wait(lambda: offered(person), "a turn", 60)
        make_a_move(person, chance)
        if not person.heard.my_turn:
            break
    yield "bali-bots", camera.films(9, nothing, lambda: bool(offered(person)))
    person.page.locator("button.since").first.click()
    yield "bali-recap", camera.films(0.5, nothing)


def altar(camera: Camera, server: Process) -> Iterator[tuple[str, Film]]:
    """The last card of Bali, and the altar turned over."""
    person = camera.person
    last = last_move(person, server, "bali", 4, 1)
    yield "bali-altar", camera.films(18, last, lambda: person.page.locator("dialog .hero").count() > 0)
    yield "bali-end", camera.films(2, nothing)


def scoring(camera: Camera, server: Process) -> Iterator[tuple[str, Film]]:
    """A card is taken, and the one that it uncovers is scored."""
    person = camera.person
    person.enter(put_down(server, person, come_to("bali", 4, "take", has="take 1")))
    yield "bali-scoring", camera.films(5, clicked(person, "take 1"))


def last_move(person: Person, server: Process, game: str, players: int, place: int) -> Callable[[], None]:
    """What makes it, at a table at which who makes it comes in this place."""
    match, move = ended(game, players, place)
    person.enter(put_down(server, person, match))
    return clicked(person, move)


def reveal(camera: Camera, server: Process) -> Iterator[tuple[str, Film]]:
    """Choices are turned over: some are alone with theirs, others meet."""
    person = camera.person
    for action, stage in (("A", 2), ("B", 3), ("C", 0)):
        person.enter(put_down(server, person, come_to("basari", 4, "choose", likes=("accept",), stage=stage)))
        yield f"basari-reveal-{action}", camera.films(6, clicked(person, action))


def haggle(camera: Camera, server: Process) -> Iterator[tuple[str, Film]]:
    """An offer is pushed over the cloth, and another is accepted."""
    person = camera.person
    person.enter(put_down(server, person, come_to("basari", 4, "open", likes=("accept",))))
    person.wait(lambda: (person.heard.play or {}).get("menu"), "a turn")
    put_forward(person, (person.heard.play or {})["menu"]["build"]["least"])
    yield "basari-bid", camera.films(4, person.page.locator('[data-move^="bid"]').first.click)
    person.enter(put_down(server, person, come_to("basari", 4, "answer", has="accept")))
    yield "basari-handshake", camera.films(5, clicked(person, "accept"))


def stage(camera: Camera, server: Process) -> Iterator[tuple[str, Film]]:
    """A stage of Basari is counted."""
    person = camera.person
    match, move = before("basari", 4, lambda view: view["stage"] == 2)
    person.enter(put_down(server, person, match))
    yield "basari-stage", camera.films(14, clicked(person, move))


def variants(camera: Camera, server: Process) -> Iterator[tuple[str, Film]]:
    """The demon leaps, and the oracle is called and asked."""
    person = camera.person
    match = come_to("bali", 3, "play", ("oracle", "demon"), likes=("take 3",), has="play priest")
    person.enter(put_down(server, person, match))
    yield "bali-demon", camera.films(3, clicked(person, "play priest"))
    match, move = before("bali", 3, lambda view: view["phase"] == "oracle", ("take 3",), ("oracle", "demon"))
    person.enter(put_down(server, person, match))
    yield "bali-oracle", camera.films(4, clicked(person, move))
    yield "bali-vision", camera.films(1.5, clicked(person, "look"))


ENDINGS = [("won", "basari", 3, 1), ("second", "bali", 4, 2), ("last", "basari", 4, 4), ("tied", "bali", 2, 0)]


def endings(camera: Camera, server: Process) -> Iterator[tuple[str, Film]]:
    """The end as the one reads it who won, came second or last, or had as many points as another."""
    person = camera.person
    for name, game, players, place in ENDINGS:
        last_move(person, server, game, players, place)()
        scene = person.page.locator("dialog.climax")
        scene.wait_for()
        person.page.keyboard.press("Escape")
        person.page.locator("dialog .hero").wait_for()
        yield f"end-{name}", camera.films(1.5, nothing)


def tie(camera: Camera, server: Process) -> Iterator[tuple[str, Film]]:
    """The count of a game that was tied."""
    person = camera.person
    last = last_move(person, server, "bali", 2, 0)
    yield "tie", camera.films(18, last, lambda: person.page.locator("dialog .hero").count() > 0)


def reactions(camera: Camera, server: Process) -> Iterator[tuple[str, Film]]:
    person = camera.person
    person.enter(person.open_table("bali", 3, bots="learner"))
    person.wait(lambda: offered(person), "something to do")
    person.page.keyboard.press("r")
    yield "reactions", camera.films(4, person.page.get_by_role("toolbar").locator("button").nth(1).click)


MOMENTS = {
    "bali-bots": bots, "bali-scoring": scoring, "bali-altar": altar, "bali-variants": variants,
    "basari-reveal": reveal, "basari-haggle": haggle, "basari-stage": stage,
    "end": endings, "tie": tie, "reactions": reactions,
}  # fmt: skip


def strip(film: Film, columns: int, widest: int = THUMB) -> Image.Image:
    width = min(widest, film[0].width)
    height = film[0].height * width // film[0].width
    rows = -(-len(film) // columns)
    sheet = Image.new("RGB", (columns * width, rows * height), "white")
    for k, picture in enumerate(film):
        sheet.paste(
            picture.resize((width, height), Image.Resampling.LANCZOS), (k % columns * width, k // columns * height)
        )
    return sheet


def shoot(browser: Browser, server: Process, wish: argparse.Namespace) -> None:
    for size in wish.sizes:
        for moment in [made for name, made in MOMENTS.items() if name.startswith(wish.only)]:
            person = Person(browser, server.url, size=size, theme=wish.theme, locale=wish.language, speed="normal")
            camera = Camera(person.arrive("Dewi"), wish.every, wish.slower)
            person.page.emulate_media(reduced_motion="reduce" if wish.still else "no-preference")
            for name, film in moment(camera, server):
                file = wish.folder / f"{name}-{size[0]}x{size[1]}.png"
                strip(film, wish.columns).save(file)
                film[-1].save(file.with_name(f"{file.stem}-last.png"))
            person.context.close()


def main() -> None:
    options = wishes("the moments that begin like this: bali-altar, basari")
    options.add_argument("--theme", choices=["light", "dark"], default="light")
    options.add_argument("--still", action="store_true", help="as those see it who want no motion")
    options.add_argument("--columns", type=int, default=6)
    options.add_argument("--every", type=float, default=0.25, help="seconds from picture to picture")
    options.add_argument("--slower", type=float, default=1, help="how many times slower than in life it is filmed")
    wish = options.parse_args()
    with studio(wish.folder) as (browser, server):
        shoot(browser, server, wish)


if __name__ == "__main__":
    main()
