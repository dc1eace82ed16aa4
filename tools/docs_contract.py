"""What a game offers, as a page to read: made from the Protocols and values of `pasar/games/contract.py`."""

import ast
import re
from collections.abc import Iterator

_SECTION = re.compile(r"^# --- (.+?) -+$", re.MULTILINE)
LEFT_OUT = {"Game", "CompiledRules", "Menu"}  # how others ask a game


def page(source: str) -> str:
    """Markdown for the contract's source."""
    tree = ast.parse(source)
    lines = ["# The contract of a game", "", ast.get_docstring(tree) or "", ""]
    titles = {source.count("\n", 0, found.start()) + 1: found[1] for found in _SECTION.finditer(source)}
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name not in LEFT_OUT]
    values = [node for node in classes if not _is_protocol(node)]
    for node in classes:
        if not _is_protocol(node):
            continue
        for line in [line for line in titles if line < node.lineno]:
            lines += [f"## {titles.pop(line)}", ""]
        lines += _protocol(node)
    lines += ["## What it is said with", ""]
    for node in values:
        lines += _value(node, source)
    return "\n".join(lines)


def _is_protocol(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)


def _protocol(node: ast.ClassDef) -> Iterator[str]:
    """A heading, what it is, and a row for each constant and function."""
    yield f"### `{node.name}`\n"
    others = [f"`{ast.unparse(base)}`" for base in node.bases if ast.unparse(base) != "Protocol"]
    yield (ast.get_docstring(node) or "") + "\n"
    if others:
        yield f"All of {', '.join(others)}{', and:' if _members(node) else '.'}\n"
    if members := _members(node):
        yield "| | |\n| --- | --- |"
        for each in members:
            told = " ".join((ast.get_docstring(each) or "").split())
            yield " | ".join(["", f"`{_signature(each)}`".replace("|", r"\|"), told, ""]).strip()
        yield ""


def _members(node: ast.ClassDef) -> list[ast.FunctionDef]:
    return [each for each in node.body if isinstance(each, ast.FunctionDef)]


def _signature(function: ast.FunctionDef) -> str:
    """A constant by its name and type, a function as it is called."""
    returned = ast.unparse(function.returns) if function.returns else "None"
    if function.decorator_list:
        return f"{function.name}: {returned}"
    arguments = ", ".join(
        f"{each.arg}: {ast.unparse(each.annotation)}" for each in function.args.args if each.annotation
    )
    return f"{function.name}({arguments}) -> {returned}"


def _value(node: ast.ClassDef, source: str) -> Iterator[str]:
    """A heading, what it is, and its fields as they are written, with what they mean."""
    yield f"### `{node.name}`\n"
    yield (ast.get_docstring(node) or "") + "\n"
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    written = source.splitlines()[fields[0].lineno - 1 : fields[-1].end_lineno]
    yield "```python\n" + "\n".join(line.removeprefix("    ") for line in written) + "\n```\n"
