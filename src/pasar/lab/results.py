"""An arena's games on disk, one a line as they finish, so that a run that was stopped can go on."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any

from pasar.errors import PasarError
from pasar.files import why_not
from pasar.lab.arena import GameResult, Tournament

FORMAT = "pasar-arena/1"


class Results:
    """The file of one run: its plan in the first line, then its games."""

    def __init__(self, path: Path, plan: Tournament, played: list[GameResult]) -> None:
        self.path = path
        self.plan = plan
        self.played = played
        self._file: IO[str] | None = None

    @classmethod
    def begin(cls, path: str, plan: Tournament) -> "Results":
        """A new file; one that holds an unfinished run is not overwritten."""
        target = Path(path)
        if target.exists():
            found = cls.read(path)
            if len(found.played) < found.plan.deals * found.plan.players:
                raise PasarError(f"{path} holds an unfinished run: go on with --resume, or name another --results")
        found = cls(target, plan, [])
        try:
            with target.open("w", encoding="utf-8") as file:
                file.write(json.dumps({"format": FORMAT, **plan.as_json()}) + "\n")
        except OSError as fault:
            raise PasarError(f"{path} cannot be written: {why_not(fault)}") from fault
        return found

    @classmethod
    def read(cls, path: str, workers: int = 1) -> "Results":
        """The run that a file holds. A last line that was cut off is as good as not there."""
        try:
            found = Path(path).read_bytes()
        except OSError as fault:
            raise PasarError(f"{path} cannot be read: {why_not(fault)}; name the run's file with --results") from fault
        try:
            lines = found.decode().splitlines()
            head = json.loads(lines[0])
            if head.pop("format") != FORMAT:
                raise ValueError
            plan = Tournament(**head | {"bots": tuple(head["bots"]), "workers": workers})
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as fault:
            raise PasarError(f"{path} holds no run of an arena: name another file with --results") from fault
        return cls(Path(path), plan, list(_outcomes(path, lines[1:])))

    def add(self, outcome: GameResult) -> None:
        self.played.append(outcome)
        if self._file is None:
            self._file = self.path.open("a", encoding="utf-8")
        line = asdict(replace(outcome, record=None))
        self._file.write(json.dumps({key: value for key, value in line.items() if value is not None}) + "\n")
        self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _outcomes(path: str, lines: list[str]) -> Iterator[GameResult]:
    for number, line in enumerate(lines, 2):
        try:
            found: dict[str, Any] = json.loads(line)
            yield GameResult(**found | {"seating": tuple(found["seating"])})
        except (ValueError, TypeError, KeyError) as fault:
            if number != len(lines) + 1:
                raise PasarError(f"{path}:{number}: not a game of an arena") from fault
