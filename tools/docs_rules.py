"""The rules of the games, as the web client has them, for the docs site: one source, two renderings.

In that Markdown `[B8]{#B8}` is the number of a ruling that can be linked to, and `![a mason](art:bali/mason)` one of
our drawings. A place has the same name in every language: headings are called as in English.
"""

import re
import unicodedata
from html import escape
from pathlib import Path

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français"}

_RULING = re.compile(r"\[([A-Z]\d+)\]\{#\1\}")
_HEADING = re.compile(r"^(#{1,6}) (.+)$", re.MULTILINE)
_PLATE = re.compile(r"^(!\[[^\]]*\]\(art:[^)]+\))$", re.MULTILINE)
_DRAWING = re.compile(r'<img alt="([^"]*)"( class="plate")? src="art:([a-z0-9_]+)/([a-z0-9_]+)" ?/?>')
_SVG_HEAD = re.compile(r"<svg\b")
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_ID = re.compile(r'(\bid="|url\(#|href="#)([\w-]+)')


def page(folder: Path, language: str) -> str:
    """The rules in a language, as Markdown that MkDocs understands."""
    text = (folder / f"{language}.md").read_text(encoding="utf-8")
    names = [slug(title) for _, title in _HEADING.findall((folder / "en.md").read_text(encoding="utf-8"))]
    found = _HEADING.findall(text)
    if len(found) != len(names):
        raise ValueError(f"{folder.parent.name}/{language}.md: its headings are not those of the original, one by one")
    places = iter(names)
    text = _HEADING.sub(lambda match: f"{match[0]} {{ #{next(places)} }}", text)
    text = _RULING.sub(r"[\1](#\1){ #\1 .ruling }", text)
    text = _PLATE.sub(r"\1{ .plate }", text)
    title, _, rest = text.partition("\n")
    return f"{title}\n\n{_languages(language)}\n{rest}"


def _languages(current: str) -> str:
    named = [
        f"**{name}**" if language == current else f"[{name}]({language}.md){{ lang={language} hreflang={language} }}"
        for language, name in LANGUAGES.items()
    ]
    return " · ".join(named) + "\n{ .languages }\n"


def slug(title: str) -> str:
    """As the web client calls a place."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", title) if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")


def drawn(html: str, games: Path) -> str:
    """Our drawings in their places, as parts of the page: so they follow its light and dark."""
    used: dict[str, int] = {}

    def drawing(match: re.Match[str]) -> str:
        label, plate, game, name = match.groups()
        file = games / game / "art" / f"{name}.svg"
        used[file.stem] = used.get(file.stem, 0) + 1
        kind = "art plate" if plate else "art"
        own = f"art-{game}-{name}-{used[file.stem]}-"  # ids inside must not meet those of another drawing
        svg = _ID.sub(rf"\1{own}\2", _TITLE.sub("", file.read_text(encoding="utf-8")).replace("\n", ""))
        return _SVG_HEAD.sub(f'<svg class="{kind}" role="img" aria-label="{escape(label)}"', svg, count=1)

    return _DRAWING.sub(drawing, html)
