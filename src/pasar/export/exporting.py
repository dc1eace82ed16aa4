"""Writes a game's files. What was compiled from the same sources before is taken from the folder of compiled code."""

import hashlib
import json
from importlib.metadata import version
from pathlib import Path

from pasar.export.compiling import COACH, GAME, check_linker, compile_in_its_own_process
from pasar.export.manifest import manifest_of, nets_of
from pasar.games.contract import Game
from pasar.kernel import plugins
from pasar.kernel.jit import cache_folder

MAKERS = ("compiling.py", "entries.py", "coach_entries.py", "runtime.c", "setup_kernel.py", "setups.py")


def export(game: Game, folder: Path) -> tuple[Path, Path]:
    """GAME.wasm, GAME.json and GAME.nets.bin in `folder`; the same bytes whenever it is done from the same sources."""
    check_linker()
    kernel, manifest = compiled(game), folder / f"{game.name}.json"
    folder.mkdir(parents=True, exist_ok=True)
    wasm = folder / f"{game.name}.wasm"
    wasm.write_bytes(kernel.read_bytes())
    told = json.dumps(manifest_of(game), ensure_ascii=False, separators=(",", ":"))
    manifest.write_text(told + "\n", encoding="utf-8")
    # A file of their own: only bots need them, and whoever opens a table does not wait for bots.
    nets = [net.astype("<f4").tobytes() for net in nets_of(game).values()]
    (folder / f"{game.name}.nets.bin").write_bytes(b"".join(nets))
    return wasm, manifest


def export_coach(game: Game, folder: Path) -> Path | None:
    """GAME.coach.wasm in `folder`, for a game that can be analysed."""
    if game.coach is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    wasm = folder / f"{game.name}.coach.wasm"
    wasm.write_bytes(compiled(game, COACH).read_bytes())
    return wasm


def compiled(game: Game, part: str = GAME) -> Path:
    """The game as WebAssembly, compiled unless it was already."""
    kept = cache_folder(plugins.game_of(game.package)) / f"{game.name}-{part}-{_how_it_is_made()}.wasm"
    if not kept.is_file():
        fresh = kept.with_suffix(f".{id(kept)}.part")
        compile_in_its_own_process(game.name, fresh, part)
        fresh.replace(kept)
    return kept


def _how_it_is_made() -> str:
    """Besides the kernels: what makes them into a file."""
    digest = hashlib.sha256(f"{version('ziglang')} {version('llvmlite')}".encode())
    for source in MAKERS:
        digest.update((Path(__file__).parent / source).read_bytes())
    return digest.hexdigest()[:16]
