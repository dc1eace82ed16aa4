"""Tests share one process: none of them changes what holds for all of it (conftest.py looks after every one)."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
# Even when put back, these reach whatever else the process does meanwhile: pytest's own output, a server in a thread.
# Those of monkeypatch (chdir, setenv, syspath_prepend) are for what can be told to a command in no other way.
WHOLE = {"chdir", "fchdir", "prlimit", "putenv", "setlocale", "setrecursionlimit", "setrlimit", "set_event_loop_policy",
         "signal", "sigaction", "setitimer", "alarm", "tzset", "umask", "nice"}  # fmt: skip
MODULES = {"asyncio", "locale", "os", "resource", "signal", "sys", "time"}


def changed(source: str) -> list[str]:
    """What a source changes of the whole process; a program that tests start has one of its own."""
    tree = ast.parse(source)
    if any(isinstance(part, ast.If) and "__main__" in ast.dump(part.test) for part in tree.body):
        return []
    return [f"{node.lineno}: {text}" for node in ast.walk(tree) if (text := _change(node))]


def _change(node: ast.AST) -> str | None:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)) if module in MODULES and name in WHOLE:
            return ast.unparse(node)
        case ast.Assign(targets=[ast.Subscript(value=value) | value]) | ast.AugAssign(target=value):
            return ast.unparse(node) if ast.unparse(value) in ("os.environ", "sys.path") else None
        case ast.Call(func=ast.Attribute(value=value, attr="append" | "insert" | "extend" | "update" | "pop")):
            return ast.unparse(node) if ast.unparse(value) in ("os.environ", "sys.path") else None
    return None


def test_no_test_changes_the_whole_process() -> None:
    found = {str(path.relative_to(TESTS)): changed(path.read_text()) for path in sorted(TESTS.rglob("*.py"))}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    ["resource.setrlimit(resource.RLIMIT_FSIZE, (1, 2))", "signal.signal(2, f)", "os.environ['TZ'] = 'UTC'",
     "sys.path += ['x']", "sys.path.append('x')", "os.umask(0)"],
)  # fmt: skip
def test_a_change_is_found(line: str) -> None:
    assert len(changed(f"def test() -> None:\n    {line}\n")) == 1
    assert changed(f"{line}\nif __name__ == '__main__':\n    pass\n") == []
