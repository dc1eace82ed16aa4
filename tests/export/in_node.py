"""Exported games in Node, as a page would run them."""

import subprocess
from pathlib import Path

import web

HERE = Path(__file__).parent
SEED = 20


def node(script: str, manifest: Path, wasm: Path, *more: int) -> list[str]:
    """What a script beside this file prints about an exported game, line by line."""
    program = web._node() / "bin" / "node"
    command = [str(program), "--no-warnings", str(HERE / script), str(manifest), str(wasm), str(SEED), *map(str, more)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
