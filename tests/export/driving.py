"""Games driven by drive.c, natively and in WebAssembly: what each was, as one number, or note by note."""

import base64
import ctypes
import json
import re
import subprocess
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

import web
from pasar.export import compiling
from pasar.export.setups import setup_room
from pasar.games import find
from pasar.games.contract import Game, Rules
from pasar.games.spoken import ALL_SEEING, REASON, SPECTATOR
from pasar.kernel import jit
from pasar.kernel.story import COLUMNS, LONGEST

HERE = Path(__file__).parent
SOURCE = HERE / "drive.c"
EVENTS = 100  # that one move is told with at most; the rules have room for more
KEPT = 1 << 26  # bytes of all that is noted in one game
Table = list[dict[str, Any]]  # the fields of drive.c's, in its order
RETURNED = {"void": types.void, "int32_t": types.int32, "uint64_t": types.uint64}
NOTES = {
    "a": "state", "l": "deal", "e": "events", "t": "story", "n": "seats to act", "s": "sight", "o": "open actions",
    "m": "menu", "w": "reason", "d": "decided", "r": "resampled", "v": "observation", "b": "decision by lot",
    "p": "result",
}  # fmt: skip


def build(folder: Path) -> tuple[Path, Path]:
    """drive.c for a page and for this machine."""
    wasm, library, page = (
        folder / "drive.wasm",
        folder / "drive.so",
        ("-target", "wasm32-freestanding", "-mbulk-memory"),
    )
    compiling._zig(folder, "cc", "-shared", "-fPIC", "-O2", "-nostdlib", str(SOURCE), "-o", str(library))
    compiling._zig(folder, "cc", *page, "-O2", "-c", str(SOURCE), "-o", "drive.o")
    # Its own few bytes of a stack lie at the far end of the game's, whose memory it works in.
    settings = ("--no-entry", "--import-memory", "--stack-first", "-z", "stack-size=4096", "--allow-undefined")
    compiling._zig(folder, "wasm-ld", *settings, "drive.o", "-o", str(wasm))
    return wasm, library


# --- A table ----------------------------------------------------------------------------------------------------------


def table_of(game: Game, rules: Rules, kept: int = 0) -> Table:
    """A table of this kind before its first game, with so many bytes of room for all that is noted in one."""
    players, longest, composed = rules["players"], game.spoken.tables.longest, game.moves.COMPOSED
    eyes = np.array([*range(players), SPECTATOR, ALL_SEEING], np.int64)
    text = max(len(eyes) * max(longest["sight"], 2 + EVENTS * longest["event"]), longest["menu"], setup_room(game))
    observed = sum(count for _, count, _ in game.observe.OBSERVATION)
    state, sources = game.state.STATE.itemsize, len(game.ledger.SOURCES)
    numbers = max(players * sources, len(composed.pieces) if composed else 0, 1)
    spoken = bytes(text is not None for text in game.moves.TEXTS)
    return [
        _filled("blank", game.blank(rules).tobytes()), _room("state", state), _room("after", state),
        _room("source", 8 * 2), _room("story", 2 * LONGEST * COLUMNS), _room("row", 2 * max(observed, REASON)),
        _room("numbers", 8 * numbers), _filled("eyes", eyes.tobytes()), _room("ends", 8 * len(eyes)),
        _room("text", text), _filled("spoken", spoken), _room("kept", kept),
        _number("state_size", state), _number("observed", observed), _number("sources", sources),
        _number("texts", len(game.moves.TEXTS)), _number("composed_first", composed.first if composed else 0),
        _number("composed_pieces", len(composed.pieces) if composed else 0), _number("players", players),
        _number("hash", 0), _number("kept_size", 0),
    ]  # fmt: skip


def _room(name: str, size: int) -> dict[str, Any]:
    return {"name": name, "room": size}


def _filled(name: str, content: bytes) -> dict[str, Any]:
    return {"name": name, "room": len(content), "bytes": base64.b64encode(content).decode()}


def _number(name: str, number: int) -> dict[str, Any]:
    return {"name": name, "number": number}


# --- Both machines ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class InPage:
    game: Path  # as it is exported
    driver: Path

    def driven(self, table: Table, seed: int, count: int) -> bytes:
        file = self.driver.with_name("table.json")
        file.write_text(json.dumps(table), encoding="utf-8")
        command = [web._node() / "bin" / "node", "--no-warnings", HERE / "drive.ts", self.game, self.driver, file]
        return subprocess.run([*command, str(seed), str(count)], stdout=subprocess.PIPE, check=True).stdout


@dataclass(frozen=True)
class Natively:
    game: Game
    driver: Path

    @cached_property
    def _entries(self) -> list[Any]:
        """Compiled by Numba for this machine, in the order in which drive.c names them."""
        named = re.findall(r"^    X\((\w+), (\w+),", SOURCE.read_text(encoding="utf-8"), re.MULTILINE)
        entries, known = compiling.entries_of(self.game), compiling._argument_types(self.game)
        return [_native(getattr(entries, name), known, returned) for returned, name in named]

    def _library(self) -> ctypes.CDLL:
        """The driver, calling this game: a process loads a file once, so games take turns with its addresses."""
        library = ctypes.CDLL(str(self.driver))
        library.use((ctypes.c_void_p * len(self._entries))(*(entry.address for entry in self._entries)))
        library.drive.argtypes = (ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_void_p)
        library.drive.restype = None
        return library

    def driven(self, table: Table, seed: int, count: int) -> bytes:
        places, hashes = {field["name"]: k for k, field in enumerate(table)}, np.zeros(count, np.uint64)
        rooms = [np.zeros(field.get("room", 0), np.uint8) for field in table]
        numbers = np.zeros(len(table), np.uint64)
        for place, (field, room) in enumerate(zip(table, rooms, strict=True)):
            content = base64.b64decode(field.get("bytes", ""))
            room[: len(content)] = np.frombuffer(content, np.uint8)
            numbers[place] = field.get("number", room.ctypes.data if len(room) else 0)
        self._library().drive(numbers.ctypes.data, seed, count, hashes.ctypes.data)
        noted = rooms[places["kept"]][: int(numbers[places["kept_size"]])]
        return noted.tobytes() if numbers[places["kept"]] else hashes.tobytes()


@cache
def natively(name: str, driver: Path) -> Natively:
    return Natively(find(name), driver)


def _native(entry: Any, known: dict[str, Any], returned: str) -> Any:
    names = entry.__code__.co_varnames[: entry.__code__.co_argcount]
    arguments = [known.get(name, types.int32) for name in names]
    with jit._kept_for(entry.__module__, Path(entry.__code__.co_filename)):
        return numba.cfunc(RETURNED[returned](*arguments), cache=True, error_model="numpy")(entry)


# --- Comparing --------------------------------------------------------------------------------------------------------


def different(one: Any, other: Any, game: Game, rules: Rules, seed: int, count: int) -> str:
    """The first game of so many that is not the same on both, and what it is that differs; nothing if all are."""
    table = table_of(game, rules)
    hashes = [np.frombuffer(each.driven(table, seed, count), np.uint64) for each in (one, other)]
    assert all(len(each) == count for each in hashes)
    unlike = np.flatnonzero(hashes[0] != hashes[1])
    if not len(unlike):
        return ""
    first = seed + int(unlike[0])
    notes = [noted(each.driven(table_of(game, rules, KEPT), first, 1)) for each in (one, other)]
    found = [k for k, pair in enumerate(zip(*notes, strict=False)) if pair[0] != pair[1]]
    place = found[0] if found else min(map(len, notes)) - 1
    what, said = notes[0][place][0], [each[place][1] for each in notes]
    return f"{len(unlike)} games of {rules} differ, the first with seed {first} in note {place}, {what}: {said}"


def noted(told: bytes) -> list[tuple[str, bytes]]:
    """What was noted, of each game: what it is, and its bytes."""
    found, at = [], 0
    while at < len(told):
        size = int.from_bytes(told[at + 1 : at + 5], "little")
        found.append((NOTES[chr(told[at])], told[at + 5 : at + 5 + size]))
        at += 5 + size
    return found
