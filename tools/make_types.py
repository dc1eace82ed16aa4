"""Makes the web client's types from the server's: `make types` after a message, a route or a game's sight has changed.

make_types.py          web/src/net/messages.ts, and sight.ts for each game with a folder in web/src/games
make_types.py --check  only says which of them are out of date
"""

import dataclasses
import inspect
import json
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BaseModel

from pasar.games import games
from pasar.games.contract import Game
from pasar.games.layout import typescript
from pasar.server.base import messages
from pasar.server.base.messages import As
from pasar.server.http import lessons, positions
from pasar.server.http.routes import admin, analyses, me, own_data, practice, records, tables
from pasar.server.http.routes import games as routes_games
from pasar.server.table import wire

ROOT = Path(__file__).resolve().parents[1]
LONG = 100  # characters after which a union stands on several lines
HEADER = "// Made by `make types` (tools/make_types.py) from {source}: change it there. What it means: docs/api.md.\n"

# What the client says and hears; whatever these speak of follows.
ALIASES = ("Seat", "Language", "Stage", "By", "Face", "Reaction", "Value", "Values", "GameWords", "ServerMessage")
ANSWERS = (
    messages.Replay, messages.Story, tables.Lines, tables.FinishedGames, tables.Opened, tables.Kept, records.Imported,
    routes_games.Games, me.Me, me.Programs, me.ProgramMade, me.DeviceLink, me.MailSent, lessons.Lesson,
    own_data.Retention, analyses.AnalysisState, positions.ShownPosition, positions.Sheet, practice.Practice,
    admin.AdminTables, admin.AdminPeople, admin.AdminTokens, admin.AdminSizes, admin.AuditLog,
)  # fmt: skip
SENT = {"Command": wire.Command, "Question": wire.Question}
NAMES: dict[Any, str] = {  # where the client calls something by another name than the server
    routes_games.Games: "GamesInfo",
    routes_games.GameLine: "GameInfo",
    me.Program: "Token",
    me.ProgramMade: "TokenMade",
}
PLAIN: dict[Any, str] = {
    int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown",
}  # fmt: skip


class Page:
    """One file of types: whatever is named while it is written is written as well, once."""

    def __init__(self) -> None:
        self._named: dict[str, Any] = {}
        self._waiting: list[tuple[str, Any]] = []
        self._aliases = {name: getattr(messages, name) for name in ALIASES}

    def text(self) -> str:
        aliases = [f"export type {name} ={self._meaning(name)};\n" for name in ALIASES]
        parts = ["".join(aliases)]
        for answer in ANSWERS:
            self.type(answer)
        sent = [self._commands(name, union) for name, union in SENT.items()]
        while self._waiting:
            parts.append(self._interface(*self._waiting.pop(0)))
        return HEADER.format(source="src/pasar/server") + "/* eslint max-lines: off */\n\n" + "\n".join([*parts, *sent])

    def _meaning(self, name: str) -> str:
        """What an alias stands for, without its own name."""
        alias = self._aliases[name]
        if get_origin(alias) is Annotated:
            return f" {PLAIN[get_args(alias)[0]]}"
        if not _is_union(alias):
            return f" {self._generic(alias)}"
        one_a_line = "".join(f"\n  | {self.type(each)}" for each in get_args(alias))
        return f" {self._union(alias)}" if len(one_a_line) < LONG else one_a_line

    def type(self, kind: Any) -> str:
        """A Python type in TypeScript."""
        if get_origin(kind) is Annotated:
            inner, *notes = get_args(kind)
            shape = next((note.shape for note in notes if isinstance(note, As)), inner)
            return shape if isinstance(shape, str) else self.type(shape)
        if get_origin(kind) is NotRequired:
            return self.type(get_args(kind)[0])
        for name, alias in self._aliases.items():
            if kind == alias:
                return name
        if kind in PLAIN:
            return PLAIN[kind]
        if _is_union(kind):
            return self._union(kind)
        return self._generic(kind) if get_args(kind) else self._name(kind)

    def _union(self, kind: Any) -> str:
        return " | ".join(dict.fromkeys(self.type(each) for each in get_args(kind)))

    def _generic(self, kind: Any) -> str:
        origin, parts = get_origin(kind), get_args(kind)
        if origin is Literal:
            return " | ".join(json.dumps(value) for value in parts)
        if origin is tuple and parts[-1] is not Ellipsis:
            return f"[{', '.join(self.type(part) for part in parts)}]"
        if issubclass(origin, Mapping):
            return f"Record<{self.type(parts[0])}, {self.type(parts[1])}>"
        if issubclass(origin, Sequence):
            element = self.type(parts[0])
            return f"({element})[]" if " | " in element else f"{element}[]"
        raise TypeError(f"{kind} has no type in TypeScript that this knows of")

    def _name(self, kind: Any) -> str:
        if not (is_typeddict(kind) or dataclasses.is_dataclass(kind) or issubclass(kind, BaseModel)):
            raise TypeError(f"{kind} has no type in TypeScript that this knows of")
        name: str = NAMES.get(kind, kind.__name__)
        if name not in self._named:
            self._named[name] = kind
            self._waiting.append((name, kind))
        if self._named[name] is not kind:
            raise TypeError(f"{kind} and {self._named[name]} are both called {name}: say otherwise in NAMES")
        return name

    def _interface(self, name: str, kind: Any) -> str:
        lines = [_comment(_about(kind), ""), f"export interface {name} {{\n"]
        for field, type_, optional, about in self._fields(kind):
            lines += [_comment(about, "  "), f"  {field}{'?' * optional}: {type_};\n"]
        if kind in messages.OPEN:
            optional_ones = [type_ for _, type_, optional, _ in self._fields(kind) if optional]
            more = " | ".join([self.type(messages.OPEN[kind]), *optional_ones, *["undefined"] * bool(optional_ones)])
            lines.append(f"  [value: string]: {more};\n")
        return "".join([*lines, "}\n"])

    def _fields(self, kind: Any) -> Iterator[tuple[str, str, bool, str]]:
        """Name, type, whether it may be missing, and what is said about it."""
        hints = get_type_hints(kind, include_extras=True)
        model = kind.model_fields if issubclass(kind, BaseModel) else {}
        # An answer has all its fields, a wish may leave some out.
        asked = issubclass(kind, wire.Message | wire.AskedOptions)
        for field, type_ in sorted(hints.items(), key=lambda hint: hint[0] != "type"):
            if model and field not in model:
                continue
            left_out = field in getattr(kind, "__optional_keys__", ())
            optional = left_out or (asked and not model[field].is_required())
            yield field, self.type(type_), optional, (model[field].description or "") if model else ""

    def _commands(self, name: str, union: Any) -> str:
        """What can be sent, told apart by `type`. The connection adds the `id`."""
        kinds = get_args(get_args(union)[0]) if get_origin(union) is Annotated else get_args(union)
        lines = [f"export type {name} ="]
        for kind in kinds:
            fields = [field for field in self._fields(kind) if field[0] != "id"]
            shown = "; ".join(f"{each}{'?' * optional}: {type_}" for each, type_, optional, _ in fields)
            about = _about(kind)
            lines += [f"  // {about}"] * bool(about) + [f"  | {{ {shown} }}"]
        return "\n".join(lines) + ";\n"


def _is_union(kind: Any) -> bool:
    return get_origin(kind) is Union or isinstance(kind, types.UnionType)


def _about(kind: Any) -> str:
    """A type's own description: neither its parent's nor a dataclass's signature."""
    about = vars(kind).get("__doc__") or ""
    return "" if about.startswith(f"{kind.__name__}(") else inspect.cleandoc(about)


def _comment(text: str, indent: str) -> str:
    lines = text.splitlines()
    if len(lines) < 2:
        return f"{indent}/** {text} */\n" if text else ""
    inner = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{inner}{indent} */\n"


def sight(game: Game) -> str:
    """What a game shows, and what one could have remembered of it."""
    layouts, remembered = {"Sight": game.sight.SIGHT}, ""
    if game.sight.MEMORY is not None:
        layouts["Remembered"] = game.sight.MEMORY
        remembered = " & { remembered?: Remembered }"
    header = HEADER.format(source=f"src/{game.package.replace('.', '/')}/sight.py")
    head = f'{header}import type {{ AnyView }} from "$/net/messages";\n'
    return "\n".join([head, typescript(**layouts), f"export type View = AnyView & Sight{remembered};\n"])


def pages(root: Path = ROOT) -> dict[Path, str]:
    """Every file with what belongs in it."""
    made = {root / "web" / "src" / "net" / "messages.ts": Page().text()}
    for game in games().values():
        folder = root / "web" / "src" / "games" / game.name
        if folder.is_dir():
            made[folder / "sight.ts"] = sight(game)
    return made


def stale(root: Path = ROOT) -> list[str]:
    """The files that are not as they would be made now."""
    return [
        path.relative_to(root).as_posix()
        for path, text in pages(root).items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]


def main(arguments: list[str]) -> None:
    if arguments == ["--check"]:
        if old := stale():
            sys.exit(f"out of date: {', '.join(old)}; run `make types` and commit what it writes")
    elif arguments:
        sys.exit(__doc__)
    else:
        for path, text in pages().items():
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
