"""Answers as they look, for the API's description. Long parts are cut: of a view, its first fields."""

from typing import Any

COMMITMENT = "aa426940644152649214d4c592dc322ba194a92ebf06738331c925a4a7f03c82"
OPTIONS = {
    "game": "bali", "players": 2, "switches": {"oracle": False, "demon": False}, "public": True, "watch": "link",
    "memory": False, "hints": True, "clock": 0,
}  # fmt: skip
SEAT = {"name": "Ann", "taken": True, "bot": None, "away": False, "host": True, "salted": True, "face": "tea"}
TABLE = {
    "id": "00112233445566ff", "stage": "playing", "options": OPTIONS, "rules_version": 1,
    "seats": [SEAT, {**SEAT, "name": "easy", "bot": "easy", "host": False, "face": None}],
    "asked": None, "rematch": None, "frozen": None, "made_at": 1763254800.0,
    "fair": {"method": "pasar-fair/1", "commitment": COMMITMENT, "salts": ["", ""]},
}  # fmt: skip
LINE = {
    "table": "00112233445566ff", "game": "bali", "stage": "playing", "public": True, "changed_at": 1763254800.0,
    "options": OPTIONS,
    "seats": [{"name": "Ann", "bot": None, "taken": True}, {"name": "easy", "bot": "easy", "taken": True}],
    "waiting": [0], "since": 1763254800.0, "deadline": None, "position": 4, "yours": [0], "your_turn": True,
    "host": True, "result": None,
}  # fmt: skip
FINISHED = {
    "table": "00112233445566ff", "game": "bali", "ended_at": 1763254800.0, "switches": ["oracle"],
    "bots": [None, "easy"], "yours": [0], "points": [48, 53], "winners": [1],
}  # fmt: skip
EVENT = {"event": "played", "rule": "B6", "seat": 0, "kind": "rice_farmer", "count": 1, "price": 0}
TOLD = {"move": 1, "seat": 0, "by": "person", "events": [EVENT]}
VIEW = {"seat": 0, "game": "bali", "phase": "play", "turn": 0, "own": {"hand": {"rice": 1, "peanut": 1, "pepper": 1}}}
SNAPSHOT = {
    "type": "table", "version": 18, "table": TABLE,
    "you": {"seats": [0], "host": True, "eyes": 0, "key": "kTq5W0v1n7mYpQ8uXy3zAw"},
    "play": {
        "at": 4, "moves": 4, "since": 1763254800.0, "deadline": None, "waiting": [0], "chosen": [], "choice": None,
        "orders": {}, "view": VIEW,
        "menu": {
            "open": ["play rice", "play peanut"], "build": None,
            "closed": [{"move": "play rice*2", "code": "not_in_hand", "values": {"count": 2, "have": 1}}],
        },
    },
    "story": [TOLD], "chat": [{"name": "Ann", "text": "Well played!", "at": 1763254800.0, "seats": [0]}],
    "presence": {"seats": [True, False], "watchers": 0},
}  # fmt: skip
STORY = {"story": [TOLD]}
HINT = {
    "type": "hint", "id": None, "at": 4, "move": "play rice",
    "expected": [{"move": "play rice", "share": 0.665, "visits": 48530}],
}  # fmt: skip
RECORD = {
    "format": "pasar-record/1", "game": "bali", "rules": {"players": 2, "oracle": False, "demon": False},
    "setup": {"hands": [["rice", "peanut", "pepper"], ["rice", "banana", "pepper"]], "deck": ["mason", "mason"]},
    "moves": [[0, "play peanut"], [0, "take 4"]], "result": {"points": [48, 53], "winners": [1]},
    "table": "00112233445566ff", "names": ["Ann", "easy"], "bots": [None, "easy"], "rules_version": 1,
    "fair": {"method": "pasar-fair/1", "commitment": COMMITMENT, "salts": ["", ""], "secret": "47" * 32},
}  # fmt: skip
REPLAY = {
    "table": {**TABLE, "stage": "over"}, "eyes": "none",
    "frames": [{"seat": 0, "move": "play rice", "events": [EVENT], "view": {**VIEW, "seat": None}, "points": [0, 0]}],
}  # fmt: skip
WORDS = {"names": {"game": "Bali", "rice": "rice"}, "phases": {"buy": "Buy one good, or pass."}}


def shown(example: Any) -> dict[int | str, dict[str, Any]]:
    """For the `responses` of a route: what it answers if all is well."""
    return {200: {"content": {"application/json": {"example": example}}}}
