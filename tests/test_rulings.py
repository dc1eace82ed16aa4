"""Every ruling has a test that carries its number in its name, and every function of the rules cites its ruling."""

import ast
import re
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[1] / "src" / "pasar" / "games"
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


def rule_functions(game):
    """The compiled functions of a game's rules and of the chapters that they are written in, with their docstrings."""
    rules = ast.parse((game / "rules.py").read_text(encoding="utf-8"))
    imported = [node.module for node in ast.walk(rules) if isinstance(node, ast.ImportFrom)]
    own = {module.rpartition(".")[2] for module in imported if module.startswith(f"pasar.games.{game.name}.")}
    for chapter in sorted({"rules", *own} - {"state"}):  # how a state is laid out is no rule
        for node in ast.parse((game / f"{chapter}.py").read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                yield f"{chapter}.{node.name}", ast.get_docstring(node) or ""


@pytest.mark.parametrize("name", ["bali", "basari"])
def test_every_function_of_the_rules_cites_its_ruling(name):
    functions = dict(rule_functions(GAMES / name))
    assert len(functions) > 40
    cited = {function: re.findall(r"\b[BST][0-9]+\b", text) for function, text in functions.items()}
    assert [function for function, rulings in cited.items() if not rulings] == []
    assert {ruling.lower() for rulings in cited.values() for ruling in rulings} <= set(RULINGS)
