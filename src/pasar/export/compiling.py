"""A game's kernels as WebAssembly: the same functions that Python calls, compiled once more for another machine.

`python -m pasar.export.compiling GAME FILE PART` is a process of its own, because Numba reads at its start how far it
may optimise: unoptimised code still names the fields of structures, optimised code has the sizes of this machine's
pointers in it. ziglang links; runtime.c stands in for the little that compiled code wants of Numba's runtime.
"""

import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any

from pasar.errors import PasarError
from pasar.games import find
from pasar.games.contract import Game

TARGET = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128,+mutable-globals"
STACK = 1 << 18  # bytes
FROM_THE_PAGE = ("exp", "log", "log10", "tanh")  # of its Math: V8 calls these as fast as a library's
INSTRUCTIONS = ("sqrt", "ceil", "floor")  # WebAssembly has them, so they need no library
RUNTIME = (
    "NRT_MemInfo_alloc", "NRT_MemInfo_alloc_aligned", "NRT_MemInfo_call_dtor", "NRT_Allocate", "NRT_Free",
    "numba_attempt_nocopy_reshape",
)  # fmt: skip
GAME, COACH = "game", "coach"  # what is compiled, a file each
PYTHON = re.compile("Py[A-Z]")  # what builds an error's message
COUNTED = re.compile(r"(%\S+) = atomicrmw (add|sub) ptr (%[^,\s]+), i64 1 monotonic.*")


class CannotExport(PasarError):
    """Something that compiling for a browser needs is missing."""


def compile_in_its_own_process(game: str, file: Path, part: str = GAME) -> None:
    """Compile a game, or what its coach needs, to `file`."""
    check_linker()
    with tempfile.TemporaryDirectory() as cache:
        settings = {"NUMBA_OPT": "0", "PASAR_CACHE": cache, "PASAR_JIT": "1", "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-m", "pasar.export.compiling", game, str(file), part]
        done = subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise CannotExport(f"compiling {game} for browsers failed: {done.stderr.strip()[-600:]}")


def check_linker() -> None:
    import importlib.util

    if importlib.util.find_spec("ziglang") is None:
        raise CannotExport("this needs the Python package ziglang, which links WebAssembly: pip install 'pasar[site]'")


# --- From Numba's own code --------------------------------------------------------------------------------------------


def entries_of(game: Game, part: str = GAME) -> ModuleType:
    if part == COACH:
        return stamp_coach(game)
    from pasar.bots import stamped
    from pasar.export.setups import setup_of
    from pasar.kernel.stamp import stamp

    return stamp(
        "pasar.export.entries", game.name, rules=game.rules, secrets=game.secrets, greedy=game.greedy,
        observing=game.observe, ledger=game.ledger, encoding=game.spoken.kernels, policy=stamped.policy(game),
        searching=stamped.search_kernel(game), setups=setup_of(game),
    )  # fmt: skip


def stamp_coach(game: Game) -> ModuleType:
    from pasar.coach.judge import playouts_of
    from pasar.kernel.stamp import stamp

    return stamp("pasar.export.coach_entries", game.name, playouts=playouts_of(game), ledger=game.ledger)


def _argument_types(game: Game) -> dict[str, Any]:
    """What lies at an address, by the name of the argument."""
    from numba import from_dtype, types

    from pasar.bots.tree import NODE
    from pasar.export.setups import setup_of

    state = from_dtype(game.state.STATE)
    pointed = {
        "state": state, "after": state, "tree": from_dtype(NODE), "source": types.uint64, "story": types.int16,
        "row": types.int16, "numbers": types.int64, "ends": types.int64, "control": types.int64, "text": types.uint8,
        "settings": types.float64, "rows": types.float64, "net": types.float32, "lines": types.int64,
        "shares": types.int64, "parts": types.int64, "setup": from_dtype(setup_of(game).DTYPE),
    }  # fmt: skip
    return {name: types.CPointer(kind) for name, kind in pointed.items()}


def _compiled(entry: Callable[..., Any], known: dict[str, Any]) -> tuple[str, str]:
    """LLVM's text of an entry and all that it calls, and of a function around it that a page can call."""
    import numba
    from numba import types

    names = entry.__code__.co_varnames[: entry.__code__.co_argcount]
    kinds = [known.get(name, types.int32) for name in names]
    options = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher = numba.njit(**options)(entry)
    dispatcher.compile(tuple(kinds))
    (result,) = dispatcher.overloads.values()
    words = ["ptr" if isinstance(kind, types.CPointer) else "i32" for kind in kinds]
    return result.library.get_llvm_str(), _around(
        entry.__name__, result.fndesc.llvm_func_name, words, result.signature.return_type
    )


def _around(name: str, inner: str, words: list[str], returned: Any) -> str:
    """A function with plain arguments: Numba's own take the addresses of a result and of an error before them."""
    from numba import types

    given = ", ".join(f"{word} %{place}" for place, word in enumerate(words))
    declared = ", ".join(["ptr", "ptr", *words])
    if returned is types.none:
        kind, result, width = "void", "ret void", 64
    elif returned is types.uint64:
        kind, result, width = "i64", "%value = load i64, ptr %out\n  ret i64 %value", 64
    else:
        width = 8 if returned is types.boolean else returned.bitwidth
        change = "zext" if returned is types.boolean else "sext" if width < 32 else "trunc"
        changed = "%value" if width == 32 else "%whole"
        result = f"%value = load i{width}, ptr %out\n"
        result += f"  %whole = {change} i{width} %value to i32\n" if width != 32 else ""
        kind, result = "i32", f"{result}  ret i32 {changed}"
    call = ", ".join(["ptr %out", "ptr %error", *(f"{word} %{place}" for place, word in enumerate(words))])
    return (
        f"declare i32 @{inner}({declared})\n"
        f"define {kind} @{name}({given}) {{\n  %out = alloca i{width}\n  store i{width} 0, ptr %out\n"
        f"  %error = alloca ptr\n  call i32 @{inner}({call})\n  {result}\n}}\n"
    )


# --- To the other machine ---------------------------------------------------------------------------------------------


def _moved(text: str, layout: str) -> str:
    """The same code for the other machine; Python's objects, which no kernel uses, are none there."""
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{layout}"', text, flags=re.MULTILINE)
    text = re.sub(r"^target triple = .*$", f'target triple = "{TARGET}"', text, flags=re.MULTILINE)
    objects = re.compile(r"^(@\S+) = (?:common|linkonce) global ptr .*$", re.MULTILINE)
    text = objects.sub(r"\1 = internal global ptr null", text)
    for name in INSTRUCTIONS:
        text = text.replace(f"@{name}(", f"@llvm.{name}.f64(")
    return _counted_by_one(text)


def _counted_by_one(text: str) -> str:
    """A page's kernel has one thread. Who uses an array is then counted as any number is, and what was counted up and
    down for nothing, most of it, goes: as calls that could change anything they also kept the compiler from much else.
    """
    text = COUNTED.sub(r"\1 = load i64, ptr \3\n  \1.next = \2 i64 \1, 1\n  store i64 \1.next, ptr \3", text)
    text = re.sub(r"^ *fence (?:acquire|release)\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^(attributes #\d+ = \{) noinline \}$", r"\1 nounwind }", text, flags=re.MULTILINE)


def _object(game: Game, names: list[str], texts: Iterator[tuple[str, str]]) -> bytes:
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TARGET).create_target_machine(opt=3, features=FEATURES)
    module = llvm.parse_assembly("")
    module.triple, module.data_layout = TARGET, str(machine.target_data)
    for text, around in texts:
        other = llvm.parse_assembly(_moved(text, module.data_layout))
        other.link_in(llvm.parse_assembly(_moved(_headed(around), module.data_layout)))
        module.link_in(other)
    module.link_in(llvm.parse_assembly(_moved(_headed(_traps(module)), module.data_layout)))
    for function in module.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "internal"
    _optimise(module, machine)
    unknown = {each.name for each in module.functions if each.is_declaration} - {*RUNTIME, *FROM_THE_PAGE}
    unknown = {name for name in unknown if not name.startswith("llvm.")}
    if unknown:
        raise CannotExport(f"{game.name} calls what no browser has: {', '.join(sorted(unknown))}")
    emitted: bytes = machine.emit_object(module)
    return emitted


def _headed(text: str) -> str:
    return f'target datalayout = ""\ntarget triple = ""\n{text}'


def _traps(module: Any) -> str:
    """Where Python would build an error's message the page stops: kernels raise nothing."""
    declared = [str(each).strip() for each in module.functions if each.is_declaration and PYTHON.match(each.name)]
    heads = [re.sub(r"( #\d+)?$", "", text.replace("declare", "define", 1)) for text in declared]
    bodies = [f"{head} {{\n  call void @llvm.trap()\n  unreachable\n}}\n" for head in heads]
    return "declare void @llvm.trap()\n" + "".join(bodies)


def _optimise(module: Any, machine: Any) -> None:
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def _linked(exported: list[str], compiled: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "game.o").write_bytes(compiled)
        (here / "page.txt").write_text("\n".join(FROM_THE_PAGE), encoding="utf-8")
        (here / "runtime.c").write_bytes((resources.files("pasar.export") / "runtime.c").read_bytes())
        _zig(here, "cc", "-target", "wasm32-freestanding", "-O2", "-c", "runtime.c", "-o", "runtime.o")
        _zig(
            here, "wasm-ld", "--no-entry", "--strip-all", "--gc-sections", "--stack-first", "-z", f"stack-size={STACK}",
            "--allow-undefined-file=page.txt",
            *(f"--export={name}" for name in exported), "game.o", "runtime.o", "-o", "game.wasm",
        )  # fmt: skip
        return (here / "game.wasm").read_bytes()


def _zig(folder: Path, *arguments: str) -> None:
    caches = {"ZIG_GLOBAL_CACHE_DIR": str(folder / "zig"), "ZIG_LOCAL_CACHE_DIR": str(folder / "zig")}
    command = [sys.executable, "-m", "ziglang", *arguments]
    done = subprocess.run(  # noqa: S603
        command, cwd=folder, env={**os.environ, **caches}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CannotExport(f"ziglang {arguments[0]}: {done.stderr.strip()[-600:]}")


def main(name: str, file: str, part: str = GAME) -> None:
    from numba.core.errors import NumbaWarning

    warnings.simplefilter("ignore", NumbaWarning)  # that unoptimised code cannot be kept, once for each function
    game = find(name)
    entries = entries_of(game, part).ENTRIES
    known = _argument_types(game)
    names = [entry.__name__ for entry in entries]
    compiled = _object(game, names, (_compiled(entry, known) for entry in entries))
    Path(file).write_bytes(_linked(names, compiled))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except PasarError as fault:
        sys.exit(str(fault))
