"""Compiled and as plain Python the rules do the same, byte for byte, over many games of each kind."""

import os
import subprocess
import sys
from pathlib import Path

GAMES = 60  # of each kind: over a thousand in all
PROCESSES = 2  # for the slow half


def start(game, compiled, part, parts):
    script = Path(__file__).with_name("hashes.py")
    return subprocess.Popen(
        [sys.executable, str(script), game.name, str(GAMES), str(part), str(parts)],
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


def test_compiled_and_uncompiled_games_are_equal_byte_for_byte(game, kinds):
    slow = [start(game, False, part, PROCESSES) for part in range(PROCESSES)]
    plain = hashes(slow)
    compiled = hashes([start(game, True, 0, 1)])
    assert set(plain) == {str(kind) for kind in kinds if kind.game == game}
    assert len(set(plain.values())) == len(plain)
    different = [name for name in plain if plain[name] != compiled[name]]
    assert different == []
