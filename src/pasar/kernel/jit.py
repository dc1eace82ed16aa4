"""The decorators that compile, where its results are kept, and the switch that turns it off.

`PASAR_JIT=0` runs the same source as plain Python: for debugging, for coverage, and as the yardstick that
the compiled rules are held against. `PASAR_CACHE` moves the folder of compiled code.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from pasar.kernel import plugins

ENABLED = os.environ.get("PASAR_JIT", "1") != "0"

PACKAGE = Path(__file__).resolve().parent.parent


Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile `function` at its first call, without the interpreter lock, and keep the result on disk."""
    if not ENABLED:
        return function
    # Nobody calls `_private` functions from Python, so the way in from there need not be compiled for them; they become
    # part of their callers, which takes a fifth of the time off a step.
    compiled: Function = _inlined(function, always=True) if function.__name__.startswith("_") else _kept(function)
    _widen_arguments(compiled, compiled)
    return compiled


def inner(function: Function) -> Function:
    """A kernel that other kernels call and Python hardly ever: compiled on its own only when Python does call it.

    What loops of several rooms begin with is better kept on disk: this is compiled again for each of them.
    """
    if not ENABLED:
        return function
    compiled: Function = _kept(function)
    _widen_arguments(compiled, _inlined(function, always=False))
    return compiled


def lean(function: Function) -> Function:
    """A kernel that makes no arrays, and calls only such: those it is given need not be counted at every call.

    The count is changed as if another thread might do so too, which takes longer than to write a number. Like `inner`,
    and like a `_private` kernel by such a name.
    """
    if not ENABLED:
        return function
    is_private = function.__name__.startswith("_")
    part = _inlined(function, always=is_private, _nrt=False)
    compiled: Function = part if is_private else _kept(function)
    _widen_arguments(compiled, part)
    return compiled


def _kept(function: Function) -> Any:
    return _decorated(function, cache=True, no_cpython_wrapper=False, forceinline=False)


def _inlined(function: Function, *, always: bool, **options: Any) -> Any:
    """Becomes part of its callers: `always`, or where the compiler finds that it pays."""
    from pasar.kernel.inlined import Inlined

    part = {"cache": False, "no_cpython_wrapper": True, "forceinline": always, "pipeline_class": Inlined}
    return _decorated(function, **part, **options)


def _decorated(function: Function, **options: Any) -> Any:
    """What is not said here is taken from a caller."""
    import numba

    with _kept_for(function.__module__, Path(function.__code__.co_filename)):
        return numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options)(function)


@contextmanager
def _kept_for(module: str, source: Path) -> Iterator[None]:
    """Functions that are decorated now are kept in the folder of their module.

    Numba reads these settings when the decorator runs; they are put back so that a user's own functions stay elsewhere.
    It names files by their source, so modules that are stamped from one source need a folder each.
    """
    from numba.core import config

    game = plugins.game_of(module)
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR = str(cache_folder(game) / module)
    if game or PACKAGE in source.parents:
        config.CACHE_LOCATOR_CLASSES = "pasar.kernel.code_cache.ByContent"
    try:
        yield
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


def _widen_arguments(dispatcher: Any, called: Any) -> None:
    """Let compiled callers pass every whole number as int64, and reach `called` by it.

    Left alone, Numba compiles a function once more for each constant and each width of integer that it is called with:
    three times the functions and three times the wait for the same machine code.
    """
    from numba.core import types

    typed = called.get_call_template

    def widened(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind

    dispatcher.get_call_template = lambda args, kws: typed(
        tuple(widened(kind) for kind in args), {name: widened(kind) for name, kind in kws.items()}
    )
    dispatcher.get_overload = called.get_overload


@cache
def cache_folder(game: str = "") -> Path:
    """The folder of compiled code, named by a hash of the sources: Numba alone misses edits in other files.

    A game that another package brings has one of its own, so that only it is compiled anew when it changes.
    """
    base = os.environ.get("PASAR_CACHE") or platformdirs.user_cache_dir("pasar", appauthor=False)
    folder = Path(base) / f"kernels-{_own_hash()}"
    if game:
        folder /= f"{game}-{_hash_of(plugins.sources(game))}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        # A home that cannot be written to costs a compilation per start, never the start itself.
        return Path(tempfile.mkdtemp(prefix="pasar-kernels-"))


@cache
def sources_hash() -> str:
    """A name for everything that compiled code can depend on, games of other packages included."""
    return _hash_of([*_own_sources(), *plugins.sources()])


@cache
def _own_hash() -> str:
    return _hash_of(_own_sources())


def _own_sources() -> Iterator[Path]:
    """The kernel, the games, and whatever else is compiled. How a game is drawn is no part of it."""
    for source in sorted(PACKAGE.rglob("*.py")):
        if source.parent.name == "terminal":
            continue
        if source.is_relative_to(PACKAGE / "games") or source.parent.name == "kernel" or _has_kernels(source):
            yield source


def _has_kernels(source: Path) -> bool:
    return any(word in source.read_bytes() for word in (b"\n@kernel", b"\n@inner", b"\n@lean"))


def _hash_of(sources: Iterable[Path]) -> str:
    digest = hashlib.sha256(os.environ.get("PASAR_EXPERIMENT", "").encode())  # its numbers are compiled in, too
    for source in sources:
        digest.update(f"{source.parent.name}/{source.name}".encode() + source.read_bytes())
    return digest.hexdigest()[:16]
