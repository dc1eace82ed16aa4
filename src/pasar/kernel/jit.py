"""The one decorator that compiles, where its results are kept, and the switch that turns it off.

`PASAR_JIT=0` runs the same source as plain Python: for debugging, for coverage, and as the yardstick that
the compiled rules are held against. `PASAR_CACHE` moves the folder of compiled code.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

ENABLED = os.environ.get("PASAR_JIT", "1") != "0"

PACKAGE = Path(__file__).resolve().parent.parent


Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile `function` at its first call, without the interpreter lock, and keep the result on disk."""
    if not ENABLED:
        return function
    import numba
    from numba.core import config

    # Numba reads the folder when the decorator runs; it is put back so that a user's own functions stay elsewhere. It
    # names files by their source, so modules that are stamped from one source need a folder each.
    module = function.__module__.rpartition(".")[2]
    before, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder() / module)
    try:
        options = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
        # Nobody calls `_private` functions from Python, so the way in from there need not be compiled for them; they
        # become part of their callers, which takes a fifth of the time off a step.
        private = function.__name__.startswith("_")
        options |= {"no_cpython_wrapper": private, "forceinline": private}
        compiled: Function = numba.njit(cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before
    _widen_arguments(compiled)
    return compiled


def _widen_arguments(dispatcher: Any) -> None:
    """Let compiled callers pass every whole number as int64.

    Left alone, Numba compiles a function once more for each constant and each width of integer that it is called with:
    three times the functions and three times the wait for the same machine code.
    """
    from numba.core import types

    typed = dispatcher.get_call_template

    def widened(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind

    dispatcher.get_call_template = lambda args, kws: typed(
        tuple(widened(kind) for kind in args), {name: widened(kind) for name, kind in kws.items()}
    )


@cache
def cache_folder() -> Path:
    """The folder of compiled code, named by a hash of the sources: Numba alone misses edits in other files."""
    base = os.environ.get("PASAR_CACHE") or platformdirs.user_cache_dir("pasar", appauthor=False)
    folder = Path(base) / f"kernels-{sources_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        # A home that cannot be written to costs a compilation per start, never the start itself.
        return Path(tempfile.mkdtemp(prefix="pasar-kernels-"))


@cache
def sources_hash() -> str:
    """A name for the sources that compiled code can depend on: the kernel, the games, and whoever uses the kernel."""
    digest = hashlib.sha256()
    for source in sorted(PACKAGE.rglob("*.py")):
        text = source.read_bytes()
        if source.is_relative_to(PACKAGE / "games") or b"pasar.kernel" in text or source.parent.name == "kernel":
            digest.update(source.relative_to(PACKAGE).as_posix().encode() + text)
    return digest.hexdigest()[:16]
