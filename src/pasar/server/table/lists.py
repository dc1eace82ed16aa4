"""A table as a line of a list: in the lobby, among one's own tables, in the stream of one's turns."""

from collections.abc import Iterable, Iterator

from pasar.server.base.messages import FinishedGame, TableLine
from pasar.store.contract import Row


def table_line(row: Row, person: str | None) -> TableLine:
    """What lists and notifications show. Persons' ids stay inside: a seat is yours or it is not."""
    about, own = row.about, _own_seats(row, person)
    return {
        "table": row.id,
        "game": row.game,
        "stage": row.stage,
        "public": row.listed,
        "changed_at": row.changed,
        "options": about["options"],
        "seats": [{"name": seat["name"], "bot": seat["bot"], "taken": bool(seat["name"])} for seat in about["seats"]],
        "waiting": list(about["waiting"]),
        "since": about["since"],
        "deadline": about["deadline"],
        "position": about["position"],
        "yours": own,
        "your_turn": any(seat in about["waiting"] for seat in own),
        "host": person is not None and about["host"] == person,
        "result": about["result"],
    }


def finished_games(rows: Iterable[Row], person: str) -> Iterator[FinishedGame]:
    """Those of these finished tables at which the person played to the end; who stood up before has no result."""
    for row in rows:
        if (own := _own_seats(row, person)) and (result := row.about["result"]) is not None:
            options, seats = row.about["options"], row.about["seats"]
            yield {
                "table": row.id,
                "game": row.game,
                "ended_at": row.about["since"],
                "switches": [switch for switch, is_on in options["switches"].items() if is_on],
                "bots": [seat["bot"] for seat in seats],
                "yours": own,
                "points": result["points"],
                "winners": result["winners"],
            }


def _own_seats(row: Row, person: str | None) -> list[int]:
    return [number for number, seat in enumerate(row.about["seats"]) if person is not None and seat["person"] == person]
