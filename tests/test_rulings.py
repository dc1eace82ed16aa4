"""Every ruling has a test that carries its number in its name."""

import ast
from pathlib import Path

RULINGS = [f"b{n}" for n in range(1, 19)] + [f"s{n}" for n in range(1, 15)] + ["t1", "t2"]


def names_of_tests(folder):
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name


def missing(names):
    return [ruling.upper() for ruling in RULINGS if not any(name.startswith(f"test_{ruling}_") for name in names)]


def test_every_ruling_has_a_test_named_after_it():
    assert missing(list(names_of_tests(Path(__file__).parent))) == []


def test_a_ruling_without_a_test_is_named():
    names = [f"test_{ruling}_does_something" for ruling in RULINGS if ruling not in ("b1", "s14")]
    assert missing(names) == ["B1", "S14"]
