"""Games that were finished, put into a server's database as if somebody had played them."""

import json
import sqlite3
from pathlib import Path
from random import Random

from pasar.store.place import FILE

from .people import Json

LEVELS = ("learner", "expert", "hard")  # the last is an old name of the second
ROWS = (
    "insert into tables (id, game, stage, listed, version, changed, due, about) values (?, ?, 'over', 0, 1, ?, null, ?)"
)


def remember(data: Path, person: str, count: int, chance: Random) -> None:
    """So many of a person, as the store keeps what lists show of them; `data` is the folder of the server."""
    with sqlite3.connect(data / FILE, timeout=20) as database:
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
