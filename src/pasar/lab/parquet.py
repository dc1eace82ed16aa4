"""Rows of games in a Parquet file, with the plan that they came from: written while they are played."""

import json
import os
from collections.abc import Generator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np

from pasar import __version__, files
from pasar.errors import PasarError
from pasar.extras import how_to_install
from pasar.files import why_not
from pasar.games.experiment import changes_of
from pasar.lab.rows import Columns, Plan, places

FORMAT = "pasar-rows/1"
TEMPORARY = ".part"
GROUP = 65_536  # rows that are encoded at once: more take more memory, fewer make a larger file
SPARE = 2**16  # bytes that a file needs beside its columns
SPARE_FOR_A_COLUMN = 512  # what its page and the file's end say about a column, for each group of rows


class NotRows(PasarError):
    """A file that is not one of ours, or cannot be read or written."""


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as fault:
        raise NotRows(f"Parquet files need pyarrow: {how_to_install('lab')}") from fault
    return pyarrow


def check_new(path: str, overwrite: bool = False) -> None:
    """Say before the games, not after them, that a file cannot be written or is there already."""
    _arrow()
    files.check_new(path, overwrite)
    if Path(path + TEMPORARY).exists() and not overwrite:
        raise NotRows(f"{path}{TEMPORARY} holds the games of a run that was stopped: rename it, or say --overwrite")


def schema(plan: Plan, columns: Columns) -> Any:
    """The columns with their types and what they mean; the plan is in the file's own metadata."""
    arrow = _arrow()
    helps = {place.name: place.help for place in places(plan)}
    fields = [
        arrow.field(name, arrow.from_numpy_dtype(column.dtype), nullable=False, metadata={"help": helps[name]})
        for name, column in columns.items()
    ]
    about = {"format": FORMAT, "version": __version__, "plan": plan.as_json(), "experiment": changes_of(plan.game)}
    return arrow.schema(fields, metadata={"pasar": json.dumps(about)})


# --- Writing ----------------------------------------------------------------------------------------------------------


def write(path: str, plan: Plan, chunks: Iterable[Columns]) -> Generator[Columns, None, None]:
    """Write chunks to a file and pass them on.

    The file has its name only when it is whole. If the disk is full or somebody stops the run, what was finished is
    kept in a file that ends in .part and can be read like the whole.
    """
    part = _Part(Path(path + TEMPORARY), plan)
    # Python tells Ctrl-C to the main thread, in the middle of whatever it does: another one is never half done.
    with ThreadPoolExecutor(1) as pen:
        try:
            for columns in chunks:
                pen.submit(part.add, columns).result()
                yield columns
            pen.submit(part.flush).result()
        except OSError as fault:
            kept = pen.submit(part.close).result()
            raise NotRows(f"{path} cannot be written: {why_not(fault)}; {kept}") from fault
        except PasarError as fault:
            raise PasarError(f"{fault}; {pen.submit(part.leave).result()}") from fault
        except BaseException:
            pen.submit(part.leave).result()
            raise
        pen.submit(part.close).result()
    part.path.replace(path)


class _Part:
    """A file that grows by groups of rows. Room is taken before each is written: a full disk never breaks one."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.rows = 0
        self._arrow = _arrow()
        self._plan = plan
        self._file: IO[bytes] = path.open("wb", buffering=0)  # so that nothing is left to be written when it is closed
        self._writer: Any = None
        self._waiting: list[Any] = []  # tables that are no whole group yet

    def add(self, columns: Columns) -> None:
        if self._writer is None:
            self._take_room(0, len(columns))
            kinds = schema(self._plan, columns)
            self._writer = self._arrow.parquet.ParquetWriter(
                self._file, kinds, compression="zstd", compression_level=1, write_statistics=False
            )
        self._waiting.append(self._arrow.table(list(columns.values()), schema=self._writer.schema))
        if sum(map(len, self._waiting)) >= GROUP:
            self.flush()

    def flush(self) -> None:
        if not self._waiting:
            return
        table, self._waiting = self._arrow.concat_tables(self._waiting), []
        self._take_room(table.nbytes, table.num_columns)
        self._writer.write_table(table)
        self.rows += len(table)

    def _take_room(self, size: int, columns: int) -> None:
        """For so many bytes of rows and for the end of the file, which must always be possible to write."""
        groups = self.rows // GROUP + 2
        size += SPARE + SPARE_FOR_A_COLUMN * groups * columns
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(self._file.fileno(), self._file.tell(), size)
        else:  # not on macOS
            os.pwrite(self._file.fileno(), bytes(size), self._file.tell())

    def leave(self) -> str:
        """Keep what there is when a run is stopped, if there still is room for it. Returns what was kept."""
        try:
            self.flush()
        except OSError:
            self._waiting = []
        return self.close()

    def close(self) -> str:
        """The end of the file, which says where everything is. Returns what was kept."""
        if self._writer is not None:
            self._writer.close()
        self._file.truncate()
        self._file.close()
        if self.rows:
            return _kept(self.rows, self.path)
        self.path.unlink()
        return _kept(0, self.path)


def _kept(games: int, path: Path) -> str:
    return f"{games:,} finished game{'s are' if games > 1 else ' is'} in {path}" if games else "nothing was finished"


def left(path: str) -> str:
    """What is kept of a run that was to write a file and was stopped."""
    part = Path(path + TEMPORARY)
    return _kept(_arrow().parquet.read_metadata(part).num_rows if part.exists() else 0, part)


# --- Reading ----------------------------------------------------------------------------------------------------------


def plan_of(path: str) -> Plan:
    """What a file is of, without reading its columns; raises NotRows."""
    arrow = _arrow()
    with _reading(path) as file:
        found = arrow.parquet.ParquetFile(file)
        return _planned(path, found.schema_arrow.metadata, found.metadata.num_rows)


def read(path: str) -> tuple[Plan, Columns]:
    """The plan and the columns of a file; of as many games as it has. Raises NotRows."""
    arrow = _arrow()
    with _reading(path) as file:
        table = arrow.parquet.read_table(file)
        plan = _planned(path, table.schema.metadata, len(table))
    return plan, {name: np.asarray(table[name]) for name in table.column_names}


@contextmanager
def _reading(path: str) -> Iterator[IO[bytes]]:
    try:
        with Path(path).open("rb") as file:
            yield file
    except OSError as fault:
        raise NotRows(f"{path} cannot be read: {(fault.strerror or 'it is damaged').lower()}") from fault
    except (_arrow().ArrowException, KeyError, ValueError, TypeError) as fault:
        raise NotRows(f"{path} holds no rows of games: `pasar sim --out` writes such files") from fault


def _planned(path: str, metadata: Mapping[bytes, bytes] | None, games: int) -> Plan:
    about = json.loads((metadata or {})[b"pasar"])
    if about["format"] != FORMAT:
        raise KeyError
    plan = Plan.from_json(about["plan"]).with_games(games)
    changed = about["experiment"]
    if changed != json.loads(json.dumps(changes_of(plan.game))):
        numbers = ", ".join(f"{name}={value}".replace(" ", "") for name, value in changed.items())
        raise NotRows(f"{path} is of another game: it was played with {numbers or 'the printed numbers'}")
    return plan
