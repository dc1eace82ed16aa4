"""uvicorn and Numba promise nothing about their inner parts. Those that we use are named here, and nowhere are others.

Whoever needs another one writes it down here; whoever raises a bound in pyproject.toml looks these up first.
"""

import ast
import importlib
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("uvicorn", "numba", "llvmlite")
COMPILED = {name for name in dir(Dispatcher) if not name.startswith("__")}
USED = {
    "kernel/jit.py": {
        "numba.core.config", "numba.core.config.CACHE_DIR", "numba.core.config.CACHE_LOCATOR_CLASSES",
        "numba.core.types", "numba.core.types.Integer", "numba.core.types.int64", "numba.core.types.uint64",
        "numba.core.types.unliteral", "Dispatcher.get_call_template", "Dispatcher.get_overload",
    },
    "kernel/inlined.py": {
        "numba.core.codegen.JITCodeLibrary", "numba.core.compiler.Compiler", "Compiler.define_pipelines",
        "Compiler.state",
        *(f"JITCodeLibrary.{name}" for name in (
            "_ensure_finalized", "_finalize_dynamic_globals", "_finalize_final_module", "_finalized",
            "_optimize_final_module", "_verify_declare_only_symbols", "codegen", "get_pointer_to_function")),
    },
    "kernel/code_cache.py": {
        "numba.core.caching.UserProvidedCacheLocator", "UserProvidedCacheLocator.get_suitable_cache_subpath",
    },
    "cli/warm.py": {
        "numba.core.event", "numba.core.event.RecordingListener", "numba.core.event.install_listener",
        "numba.core.registry.cpu_target", "numba.core.registry.cpu_target.target_context",
        "numba.core.registry.cpu_target.target_context.codegen",
        "numba.core.registry.cpu_target.target_context.codegen.magic_tuple",
    },
    "export/compiling.py": {
        "Dispatcher.compile", "numba.core.errors.NumbaWarning", "llvmlite.binding.Target",
        "llvmlite.binding.Target.from_triple", "llvmlite.binding.Target.from_triple.create_target_machine",
        *(f"llvmlite.binding.{name}" for name in (
            "create_pass_builder", "create_pipeline_tuning_options", "initialize_all_asmprinters",
            "initialize_all_targets", "parse_assembly")),
        *(f"numba.types.{name}" for name in (
            "CPointer", "boolean", "float32", "float64", "int16", "int32", "int64", "none", "uint64", "uint8")),
    },
    "server/run.py": {
        "Server._captured_signals", "Server.capture_signals", "Server.shutdown", "Server.started", "Server.startup",
    },
    "server/http/connections.py": {
        "uvicorn.protocols.http.httptools_impl.HttpToolsProtocol", "uvicorn.server.ServerState",
        *(f"HttpToolsProtocol.{name}" for name in (
            "connection_lost", "connection_made", "data_received", "loop", "on_headers_complete", "on_message_begin",
            "transport")),
    },
}  # fmt: skip


def parts(source: str) -> set[str]:
    """The inner parts of these packages that a source uses: imported, reached through what is, or inherited."""
    tree = ast.parse(source)
    known = dict(_imports(tree))
    if not known:
        return set()
    found = {name for name in known.values() if "." in name}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if (chain := _chain(node, known)) is not None:
                found.add(chain)
            elif node.attr in COMPILED:  # what `njit` gives has no name of its own
                found.add(f"Dispatcher.{node.attr}")
        elif isinstance(node, ast.ClassDef):
            found |= {part for base in node.bases if (path := _chain(base, known)) for part in _inherited(node, path)}
    return {name for name in found if not _promised(name)}


def _imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((name.asname or name.name, name.name) for name in node.names if _is_theirs(name.name))
        elif isinstance(node, ast.ImportFrom) and _is_theirs(node.module or ""):
            yield from ((name.asname or name.name, f"{node.module}.{name.name}") for name in node.names)


def _is_theirs(module: str) -> bool:
    return module.partition(".")[0] in PACKAGES


def _promised(name: str) -> bool:
    """What a package offers at its door, under a name without an underscore, is for everybody."""
    package, _, rest = name.partition(".")
    return package in PACKAGES and "." not in rest and (rest.startswith("__") or not rest.startswith("_"))


def _chain(node: ast.AST, known: dict[str, str]) -> str | None:
    """`cpu_target.context.codegen().name` with all of its path."""
    match node:
        case ast.Name(id=name):
            return known.get(name)
        case ast.Attribute(value=value, attr=attr):
            return f"{before}.{attr}" if (before := _chain(value, known)) else None
        case ast.Call(func=function):
            return before if (before := _chain(function, known)) and not _promised(before) else None
    return None


def _inherited(node: ast.ClassDef, path: str) -> Iterator[str]:
    module, _, name = path.rpartition(".")
    theirs = getattr(importlib.import_module(module), name)
    methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    begin = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
    attributes = [each for each in ast.walk(node) if isinstance(each, ast.Attribute)]
    ours = {each.attr for part in begin for each in ast.walk(part) if isinstance(each, ast.Attribute)}
    ours |= {method for method in methods if not hasattr(theirs, method)}
    used = {each.attr for each in attributes if ast.unparse(each.value) in ("self", "super()")} | methods
    yield from (f"{name}.{each}" for each in used - ours - {"__init__"})


def test_the_inner_parts_that_we_use_are_these() -> None:
    package = ROOT / "src" / "pasar"
    found = {str(path.relative_to(package)): parts(path.read_text()) for path in package.rglob("*.py")}
    assert {name: used for name, used in found.items() if used} == USED


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("import numba\nnumba.njit(f)", None),
        ("import numba\nnumba.core.config.OPT = 3", "numba.core.config.OPT"),
        ("from llvmlite import binding\nbinding.initialize()", "llvmlite.binding.initialize"),
        ("import uvicorn\nclass S(uvicorn.Server):\n    def f(self): self._serve()", "Server._serve"),
        ("import numba\nnumba.njit(f)._reset_overloads()", "Dispatcher._reset_overloads"),
    ],
)
def test_a_new_one_is_found(source: str, part: str | None) -> None:
    assert part in parts(source) if part else parts(source) == set()


@pytest.mark.parametrize("package", ["uvicorn", "numba"])
def test_only_versions_that_have_them_are_asked_for(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["serve"]]
    (wanted,) = (one for one in map(Requirement, asked) if one.name == package)
    lock = (ROOT / "requirements" / "runtime.txt").read_text(encoding="utf-8")
    major, minor, *_ = map(int, lock.partition(f"\n{package}==")[2].split()[0].split("."))
    assert f"{major}.{minor}.999" in wanted.specifier and f"{major}.{minor + 1}" not in wanted.specifier
