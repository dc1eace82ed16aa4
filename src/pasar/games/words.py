"""What a player reads, in their language. What a program reads (move texts, codes) is never translated.

A game's `words/LANG.toml` has the tables

`[names]`     things by their move-text token: `rice = "rice"`, and the game's own name under `game`
`[phases]`    the phase codes of a view
`[events]`    one sentence per event name; a form without secrets under `NAME_hidden` where an event has some
`[reasons]`   one sentence per reason of `moves.REASONS`
`[options]`   one line per option
`[orders]`    one line per standing order
`[sources]`   the parts of a breakdown

English is a must, and whatever another language lacks is said in English. Tables that a game leaves out because it has
nothing of its own to say there (the default reason, the points) are in `default_words.toml`.

Sentences are `str.format` templates. A number may choose words: `{n:stone|stones}` is for 1 and for anything else,
`{n:nothing|a stone|{n} stones}` for 0, 1 and anything else. A token among the values becomes its name, a bundle of
things a list ("2 red, 1 blue"); only `seat` and `other`, the players' own names, stay as they are.
"""

import string
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "de", "fr")
PEOPLE = ("seat", "other")  # a player may be called "rice"


class _Choosing(string.Formatter):
    """Adds `{n:one|many}` and `{n:zero|one|many}` to the format language."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            *zero, one, many = format_spec.split("|")
            return zero[0] if zero and value == 0 else one if value == 1 else many
        formatted: str = super().format_field(value, format_spec)
        return formatted


_FORMATTER = _Choosing()


class Words:
    """One game's words in one language."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self.tables = tables

    def name(self, token: str) -> str:
        return self.tables["names"].get(token, token)

    def shown(self, value: Any) -> Any:
        """A token as its name, a bundle of (count, token) as a list, anything else as it is."""
        if isinstance(value, str):
            return self.name(value)
        if isinstance(value, tuple | list):
            return ", ".join(f"{count} {self.name(token)}" for count, token in value if count)
        return value

    def say(self, table: str, key: str, **values: Any) -> str:
        """The sentence `key` of `table`, with things named in this language."""
        shown = {name: value if name in PEOPLE else self.shown(value) for name, value in values.items()}
        return _FORMATTER.vformat(self.tables[table][key], (), shown)


@cache
def words(package: str, language: str) -> Words:
    """The words of the game in `package` (`Game.package`)."""
    english, own = own_words(package, "en") or {}, own_words(package, language) or {}
    said = {**_defaults()[language], **english}
    return Words({name: {**said.get(name, {}), **own.get(name, {})} for name in {**said, **own}})


def own_words(package: str, language: str) -> Mapping[str, Mapping[str, str]] | None:
    """What a package says itself in a language; None if it does not speak it."""
    file = resources.files(package) / "words" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


@cache
def _defaults() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """By language."""
    return tomllib.loads((resources.files(__package__) / "default_words.toml").read_text(encoding="utf-8"))
