"""Compiled and as plain Python the rules do the same, byte for byte, over many games of each kind."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

GAMES = int(os.environ.get("PASAR_TEST_PLAIN_GAMES", "20"))  # of each kind: hundreds in all; a long run: 60
PROCESSES = 2  # for the slow half


def start(game, compiled, part, parts, *more):
    script = Path(__file__).with_name("hashes.py")
    return subprocess.Popen(
        [sys.executable, str(script), game.name, str(GAMES), str(part), str(parts), *more],
        env={**os.environ, "PASAR_JIT": "1" if compiled else "0"},
        stdout=subprocess.PIPE,
        text=True,
    )


def hashes(processes):
    """By kind, of all processes together."""
    found = {}
    for process in processes:
        printed, _ = process.communicate()
        assert process.returncode == 0
        found |= dict(line.split() for line in printed.splitlines())
    return found


def first_difference(game, twins):
    """Where compiled and plain play first differ, down to the field."""
    played = [start(game, compiled, 0, 1, "steps") for compiled in (False, True)]
    try:
        for lines in zip(*(process.stdout for process in played), strict=False):
            if lines[0] != lines[1]:
                (kind, seed, what, one), (*_, other) = (line.split() for line in lines)
                return f"{kind}, game {seed}, {what}: {named(game, twins, what, one, other)}"
        return "one of them plays on"
    finally:
        for process in played:
            process.kill()
            process.communicate()


def named(game, twins, what, one, other):
    if what not in ("state", "resampled"):
        return f"{one}, {other}"
    states = [np.frombuffer(bytes.fromhex(each), dtype=game.state.STATE) for each in (one, other)]
    return twins.record_difference(*states)


def test_compiled_and_uncompiled_games_are_equal_byte_for_byte(game, kinds, page):
    slow = [start(game, False, part, PROCESSES) for part in range(PROCESSES)]
    plain = hashes(slow)
    compiled = hashes([start(game, True, 0, 1)])
    assert set(plain) == {str(kind) for kind in kinds if kind.game == game}
    assert len(set(plain.values())) == len(plain)
    assert plain == compiled, first_difference(game, page("contract", "twins.py"))
