"""Exported games in Node, as a page would run them."""

import json
import subprocess
from pathlib import Path

import web

HERE = Path(__file__).parent
SEED = 20
DEALS = 600


def node(script: str, manifest: Path, wasm: Path, *more: int, told: str = "") -> list[str]:
    """What a script beside this file prints about an exported game, line by line."""
    program = web._node() / "bin" / "node"
    command = [str(program), "--no-warnings", str(HERE / script), str(manifest), str(wasm), str(SEED), *map(str, more)]
    return subprocess.run(command, input=told, capture_output=True, text=True, check=True).stdout.splitlines()


def loads_alike(manifest: Path, wasm: Path, deals: list[str]) -> bool:
    """Whether a page makes the same of deals that are written out, of which some hold and others do not."""
    wanted = [json.loads(deal)["state"] for deal in deals]
    return node("load.ts", manifest, wasm, told="\n".join(deals)) == wanted and "" in wanted and any(wanted)
