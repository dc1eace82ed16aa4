"""A table as a line of a list: in the lobby, among one's own tables, in the stream of one's turns."""

from pasar.server.base.messages import TableLine
from pasar.store.contract import Row


def table_line(row: Row, person: str | None) -> TableLine:
    """What lists and notifications show. Persons' ids stay inside: a seat is yours or it is not."""
    about = row.about
    own = [number for number, seat in enumerate(about["seats"]) if person is not None and seat["person"] == person]
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
