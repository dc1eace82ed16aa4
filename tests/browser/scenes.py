"""Everything there is to see: leads pages to one scene after another, and says which it is and whose page shows it."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random

from playwright.sync_api import Locator

from .lessons import next_step
from .people import Json, Person
from .phases import BALI, BASARI, walk
from .playing import make_a_move
from .words import said

Scene = tuple[str, Person]
Arrives = Callable[[], Person]

PAGES = {
    "home": "/", "tables": "/tables", "watch": "/watch", "settings": "/me", "learn": "/learn", "rules": "/rules",
    "rules-bali": "/rules/bali", "rules-basari": "/rules/basari", "lost": "/nowhere", "dead": "/table/0123456789abcdef",
}  # fmt: skip
GAMES = {"bali": (range(2, 5), BALI, ("oracle", "demon")), "basari": (range(3, 6), BASARI, ())}
FEW = {"bali": {"take", "play"}, "basari": {"choose", "answer"}}  # phases that show how a table is laid out
VARIANTS: dict[str, tuple[tuple[str, ...], ...]] = {"bali": ((), ("oracle",), ("demon",)), "basari": ()}


def scenes(arrives: Arrives, only: str = "") -> Iterator[Scene]:
    """All whose part begins like `only`: parts are pages, bali-phases, basari-dialogs and so on."""
    parts: dict[str, Callable[[Arrives], Iterator[Scene]]] = {"pages": pages}
    for game in GAMES:
        parts |= {
            f"{game}-{part.__name__}": partial(part, game)
            for part in (lobby, phases, layouts, dialogs, together, one_device, afterwards, lesson)
        }
    for name, part in parts.items():
        if name.startswith(only):
            yield from part(arrives)


def pages(arrives: Arrives) -> Iterator[Scene]:
    person = arrives()
    for name, path in PAGES.items():
        person.arrive().go(path)
        yield name, person
    unfinished = person.open_table("bali", 3)
    person.open_table("basari", 4, bots=None, public=True, watch="anyone")
    person.finished_table("basari", 3)
    for name in ("home", "tables", "watch"):
        yield f"{name}-known", person.go(PAGES[name])
    yield "not-over", person.go(f"/replay/{unfinished}")
    yield "private", arrives().arrive().go(f"/table/{unfinished}")


def lobby(game: str, arrives: Arrives) -> Iterator[Scene]:
    players = max(GAMES[game][0])
    host, guest = arrives().arrive("Dewi"), arrives().arrive()
    table = host.open_table(game, players, bots=None)
    yield f"{game}-lobby", host.enter(table)
    host.command(table, "bot", seat=1, level="easy")
    host.command(table, "bot", seat=2, level="hard")
    guest.enter(table, host.heard.you["key"])
    yield f"{game}-lobby-guest", guest
    guest.page.get_by_role("button", name=called(guest, "lobby.sit")).first.click()
    yield f"{game}-lobby-sitting", guest


def phases(game: str, arrives: Arrives) -> Iterator[Scene]:
    seats, wanted, switches = GAMES[game]
    person = arrives().arrive("Dewi")
    for phase in walk(person, game, max(seats), wanted, switches):
        yield f"{game}-{phase}", person


def layouts(game: str, arrives: Arrives) -> Iterator[Scene]:
    """The same table for fewer players, and with each variant alone."""
    seats, person = GAMES[game][0], arrives()
    others: list[tuple[int, tuple[str, ...]]] = [(players, ()) for players in seats[:-1]]
    others += [(max(seats), switches) for switches in VARIANTS[game]]
    for players, switches in others:
        for phase in walk(person, game, players, FEW[game], switches):
            yield "-".join((game, f"{players}p", *switches, phase)), person


def called(person: Person, key: str) -> re.Pattern[str]:
    """What the page says under this key, in its own language."""
    return said(key, str(person.page.evaluate("document.documentElement.lang")))


def told_to_act(told: Json) -> bool:
    return bool(told["play"] and told["play"]["menu"] and told["play"]["choice"] is None and told["play"]["moves"] > 12)


def menu(person: Person) -> Locator:
    return person.page.get_by_role("button", name=called(person, "table.menu"))


def at_table(person: Person, table: str) -> None:
    """Its page is told of the table before it is drawn; only then does it listen to keys."""
    person.enter(table)
    menu(person).wait_for()


def dialogs(game: str, arrives: Arrives) -> Iterator[Scene]:
    person = arrives().arrive("Dewi")
    table = person.open_table(game, 3, hints=True)
    person.command(table, "chat", text="Selamat datang! I have never played this before.")
    person.play_without_page(table, told_to_act)
    at_table(person, table)
    for key, name in {"l": "story", "c": "chat", "p": "people", "?": "keys", "m": "typing"}.items():
        person.page.keyboard.press(key)
        yield f"{game}-{name}", person
        at_table(person, table)
    for name in ("orders", "leave"):
        menu(person).click()
        if name == "orders":
            yield f"{game}-menu", person
        person.page.get_by_role("button", name=called(person, f"table.{name}")).click()
        yield f"{game}-{name}", person
        at_table(person, table)
    person.page.keyboard.press("h")
    person.page.get_by_text(called(person, "table.hint_do")).wait_for()
    yield f"{game}-hint", person


def together(game: str, arrives: Arrives) -> Iterator[Scene]:
    """Two people and a third on who somebody waits for; one who watches; a wish to take a move back."""
    players = min(GAMES[game][0])
    everybody = [arrives().arrive(name) for name in ("Dewi", "Anne-Sophie", "Maximilian")[:players]]
    host = everybody[0]
    table = host.open_table(game, players, bots=None, watch="link")
    key = str(host.ask(f"/api/tables/{table}")["you"]["key"])
    for seat, guest in enumerate(everybody[1:], start=1):
        guest.command(table, "sit", key=key, seat=seat)
    host.command(table, "start")
    watcher = arrives().arrive("Eve")
    for each in (*everybody, watcher):
        each.enter(table, key)
    acting = next(each for each in everybody if each.heard.my_turn)
    waiting = next(each for each in everybody if each is not acting)
    make_a_move(acting, Random(1))
    yield f"{game}-decided", acting
    yield f"{game}-waiting", waiting
    yield f"{game}-watching", watcher
    yield from undo(game, everybody)


def undo(game: str, everybody: list[Person]) -> Iterator[Scene]:
    chance = Random(2)
    for _ in range(12):
        for each in everybody:
            each.page.wait_for_timeout(30)
            if each.heard.my_turn:
                make_a_move(each, chance)
    acted = next((each for each in everybody if not each.heard.my_turn), everybody[0])
    acted.page.keyboard.press("u")
    acted.page.wait_for_timeout(200)
    yield f"{game}-undo-wish", acted
    yield f"{game}-undo-asked", next(each for each in everybody if each is not acted)


def one_device(game: str, arrives: Arrives) -> Iterator[Scene]:
    person, chance = arrives().arrive("Dewi"), Random(1)
    players = min(GAMES[game][0])
    table = person.open_table(game, players, bots=None)
    for seat in range(1, players):
        person.command(table, "sit", seat=seat, name=("Ann", "Bob")[seat - 1])
    person.command(table, "start")
    person.enter(table)
    done = person.page.get_by_role("button", name=called(person, "table.hand_over_done"))
    person.wait(lambda: done.count() or person.heard.my_turn, "a hand-over or a move")
    while not done.count():
        make_a_move(person, chance)
        person.page.wait_for_timeout(100)
    yield f"{game}-hand-over", person


def afterwards(game: str, arrives: Arrives) -> Iterator[Scene]:
    person = arrives().arrive("Dewi")
    players = max(GAMES[game][0])
    table = person.finished_table(game, players)
    moves = len(person.ask(f"/api/tables/{table}/record")["moves"])
    yield f"{game}-end", person.enter(table)
    scrubber = person.page.get_by_role("slider", name=called(person, "replay.scrubber"))
    for eyes in ("0", "1", "none", "all"):
        person.go(f"/replay/{table}?move={moves // 2}&eyes={eyes}")
        scrubber.wait_for()
        yield f"{game}-replay-{eyes}", person
    person.go(f"/replay/{table}?move={moves}")
    scrubber.wait_for()
    yield f"{game}-replay-end", person
    person.page.get_by_role("button", name=called(person, "replay.result")).click()
    yield f"{game}-replay-result", person
    person.go(f"/fair/{table}").page.get_by_text(called(person, "fair.is_fair")).wait_for()
    yield f"{game}-fair", person


def lesson(game: str, arrives: Arrives) -> Iterator[Scene]:
    person = arrives()
    person.go(f"/learn/{game}")
    guide, done = person.page.locator('[data-lesson="guide"]'), person.page.locator('[data-lesson="done"]')
    guide.wait_for()
    for number in count(1):
        yield f"{game}-lesson-{number:02}", person
        if done.count():
            return
        next_step(person)
        person.wait(lambda: done.count() or guide.count(), "the next step")
