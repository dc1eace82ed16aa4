"""A game as one JSON object, a file of many as one a line; and the reader that believes nothing.

The record holds the deal and the decisions, so that a stranger can replay it without this project's random numbers.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pasar.errors import BadMove, BadRecord, BadRules, BadSetup, UnknownGame
from pasar.files import why_not, write_lines
from pasar.games import find
from pasar.games.experiment import VARIABLE, Changes, changes_of, from_json, variable
from pasar.match import fair
from pasar.match.match import Match

FORMAT = "pasar-record/1"
EXPERIMENT_FORMAT = "pasar-experiment/1"  # of a game with other numbers than the printed ones: no record for strangers
KEYS = ("format", "game", "rules", "setup", "moves", "result")
EXPERIMENT = "experiment"  # the key of the numbers that differ
MOST_MOVES = 5000  # of a record that a stranger brings
FAIR = "fair"  # the key of a fair deal's proof


def record_of(match: Match) -> dict[str, Any]:
    changes = changes_of(match.game.name)
    return {
        "format": EXPERIMENT_FORMAT if changes else FORMAT,
        **({EXPERIMENT: dict(changes)} if changes else {}),
        "game": match.game.name,
        "rules": match.game.written(match.rules),
        "setup": match.setup(),
        "moves": [[seat, text] for seat, text in match.moves],
        "result": result_of(match),
        **match.extras,
    }


def result_of(match: Match) -> dict[str, Any] | None:
    return {"points": match.points, "winners": list(match.winners)} if match.over else None


# --- Replaying --------------------------------------------------------------------------------------------------------


def replay(record: Any, moves: int | None = None) -> Match:
    """The match that a record tells, to its end or to its first `moves`; raises BadRecord at the first fault."""
    match = _dealt(record)
    listed = record.get("moves")
    if not isinstance(listed, list):
        raise BadRecord("the record has no list of moves")
    for number, entry in enumerate(listed[:moves], 1):
        _replay_move(match, number, entry)
    if moves is None:
        _check_result(match, record)
    if FAIR in record:
        fair.check(record)
    return match


def _dealt(record: Any) -> Match:
    if not isinstance(record, dict):
        raise BadRecord("a record is a JSON object")
    _check_format(record)
    rules = record.get("rules")
    if not isinstance(rules, dict) or "players" not in rules:
        raise BadRecord("the record has no rules with a number of players")
    try:
        game = find(record.get("game", ""))
        checked = game.check(**{str(name): value for name, value in rules.items()})
        dealt = game.deals.load(checked, record.get("setup"))
    except (UnknownGame, BadRules, BadSetup) as fault:
        raise BadRecord(str(fault)) from fault
    known = (*KEYS, EXPERIMENT) if record["format"] == EXPERIMENT_FORMAT else KEYS
    return Match(game, checked, dealt, {key: record[key] for key in record if key not in known})


def _check_format(record: dict[str, Any]) -> None:
    """A game with other numbers does not pass as the printed one, nor the other way round."""
    given, changes = record.get("format"), changes_of(str(record.get("game")))
    if given == EXPERIMENT_FORMAT:
        _check_experiment(record, changes)
    elif given != FORMAT:
        raise BadRecord(f"unknown format {given!r:.40}: this reader knows {FORMAT!r}")
    elif changes:
        raise BadRecord(f"this is the printed game, and {VARIABLE} says that other numbers hold here: unset it")


def _check_experiment(record: dict[str, Any], changes: Changes) -> None:
    try:
        told = from_json(record.get(EXPERIMENT))
    except ValueError:
        raise BadRecord("the record does not say in which numbers it differs from the printed game") from None
    if told != changes:
        wanted = variable(str(record.get("game")), told)
        raise BadRecord(f"this is not the printed game: it is opened with {VARIABLE}='{wanted:.300}'")


def _replay_move(match: Match, number: int, entry: Any) -> None:
    if not isinstance(entry, list) or len(entry) != 2 or type(entry[0]) is not int or not isinstance(entry[1], str):
        raise BadRecord(f"move {number} is not a pair of seat and move text: {json.dumps(entry)[:60]}")
    try:
        match.play(entry[1], entry[0])
    except BadMove as fault:
        raise BadRecord(f"move {number}: {fault}") from fault


def _check_result(match: Match, record: dict[str, Any]) -> None:
    if "result" not in record:
        raise BadRecord("the record has no result (null while a game is not over)")
    claimed, true = record["result"], result_of(match)
    if true is None and claimed is not None:
        raise BadRecord(f"a result is given, but after {len(match.moves)} moves the game is not over")
    if claimed != true:
        raise BadRecord(f"wrong result {json.dumps(claimed)[:120]}: the game ends with {json.dumps(true)}")


# --- Files ------------------------------------------------------------------------------------------------------------


def read(path: str | Path) -> Iterator[tuple[int, Any]]:
    """The records of a file with the line each begins on. One object over many lines is a file of one record."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, _parsed(line, path, number)
    except _Unfinished as unfinished:
        yield 1, _whole(path, unfinished)
    except (OSError, ValueError) as fault:
        raise BadRecord(f"{path}: cannot be read: {_plain(fault)}") from fault


class _Unfinished(BadRecord):
    """The first line alone is not JSON: it may be the beginning of an object over many lines."""


def _parsed(line: str, path: str | Path, number: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as fault:
        kind = _Unfinished if number == 1 else BadRecord
        raise kind(f"{path}:{number}: not JSON: {fault}") from fault


def _whole(path: str | Path, unfinished: _Unfinished) -> Any:
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise BadRecord(str(unfinished)) from unfinished


def _plain(fault: OSError | ValueError) -> str:
    if isinstance(fault, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return why_not(fault)


def read_one(path: str | Path) -> Match:
    """The match of a file that holds exactly one record."""
    found = list(read(path))
    if len(found) != 1:
        raise BadRecord(f"{path}: holds {len(found)} records, not one")
    line, record = found[0]
    try:
        return replay(record)
    except BadRecord as fault:
        raise BadRecord(f"{path}:{line}: {fault}") from fault


def write(path: str | Path, records: Iterable[dict[str, Any]]) -> None:
    """Write records one a line. The file appears whole or not at all."""
    write_lines(path, (json.dumps(record, separators=(",", ":")) for record in records))
