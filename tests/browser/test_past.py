"""Your games: what they come to, and each of them to be seen again."""

import json
import sqlite3
from collections.abc import Callable
from random import Random

from support.tables import Process

from pasar.store.place import FILE

from .looks import check_looks
from .people import Json, Person

MANY = 60
LEVELS = ("learner", "expert", "hard")  # the last is an old name of the second
ROWS = (
    "insert into tables (id, game, stage, listed, version, changed, due, about) values (?, ?, 'over', 0, 1, ?, null, ?)"
)


def remember(server: Process, person: str, count: int, chance: Random) -> None:
    """So many finished games of a person, as the store keeps what lists show of them."""
    with sqlite3.connect(server.data / FILE, timeout=20) as database:
        for number in range(count):
            id, about = f"{chance.getrandbits(64):016x}", _about(person, 1.7e9 + 4000 * number, chance)
            database.execute(ROWS, (id, about["options"]["game"], about["since"], json.dumps(about)))
            database.execute("insert into members (table_id, place, person) values (?, 0, ?)", (id, person))
    database.close()


def _about(person: str, ended: float, chance: Random) -> Json:
    game, players = chance.choice((("bali", 4), ("bali", 2), ("basari", 3)))
    switches = {"oracle": chance.random() < 0.5, "demon": False} if game == "bali" else {"reshuffle": False}
    level, points = chance.choice(LEVELS), [chance.randrange(20, 60) for _ in range(players)]
    bot = {"name": level, "bot": level, "person": None}
    return {
        "options": {"game": game, "players": players, "switches": switches, "public": False, "watch": "link"},
        "seats": [{"name": "Ann", "bot": None, "person": person}, *[bot] * (players - 1)],
        "host": person, "waiting": [], "position": 90, "since": ended, "deadline": None,
        "result": {"points": points, "winners": [points.index(max(points))]},
    }  # fmt: skip


def test_many_games_are_summed_up_and_read_by_everybody(person: Person, server: Process) -> None:
    person.arrive()
    remember(server, person.ask("/api/me")["id"], MANY, Random(1))
    person.go("/games")
    figures = person.page.locator("dl dd")
    figures.first.wait_for()
    assert figures.first.inner_text() == str(MANY)
    check_looks(person, "/games with games")
    person.page.get_by_label("Game", exact=True).select_option(label="Basari")
    basari = int(figures.first.inner_text())
    assert 0 < basari < MANY
    person.page.get_by_label("Against").select_option(label="Expert")
    experts = int(figures.first.inner_text())
    assert 0 < experts < basari
    assert person.page.locator("section li a").count() == min(experts, 25) + 2  # and the best, and the closest


def test_a_game_leads_to_its_replay_and_nobody_else_sees_it(person: Person, people: Callable[..., Person]) -> None:
    table = person.arrive().finished_table("bali", 2)
    person.go("/")
    person.page.locator(".ways a[href$='/games']").click()
    game = person.page.locator(f"section[aria-labelledby='each'] a[href='/replay/{table}']")
    game.focus()
    person.page.keyboard.press("Enter")
    person.page.get_by_role("button", name="Result").wait_for()
    other = people().arrive()
    other.go("/games")
    other.page.get_by_text("You have not finished a game yet").wait_for()
