"""What MkDocs is told while it builds the docs site (`make docs`): pages whose source is elsewhere in the project.

Rules, API, architecture, changelog and the like are written or made in one place only. Here they become pages of the
site, and links between files of the project become links between its pages. Nothing is copied into docs/.
"""

import posixpath
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import docs_api
import docs_contract
import docs_rules
from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web" / "src"
GAMES = WEB / "games"
HIGHLIGHTED = {".py": "python", ".sh": "sh", ".conf": "nginx", ".service": "ini", ".toml": "toml", ".ts": "ts"}

CONTRACT = "src/pasar/games/contract.py"

# Pages for the site that have their place elsewhere in the project.
ELSEWHERE = {
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
    "RELEASING.md": "releasing.md",
    "SECURITY.md": "reporting.md",
}

_LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: "MkDocsConfig") -> Files:
    def add(place: str, text: str) -> None:
        files.append(File.generated(config, place, content=text))

    for file, place in ELSEWHERE.items():
        if not files.get_file_from_path(place):
            add(place, _read(ROOT / file))
    for game in sorted(folder.parent for folder in GAMES.glob("*/rules")):
        for language in docs_rules.LANGUAGES:
            add(f"play/{game.name}/{language}.md", docs_rules.page(game / "rules", language))
    for topic, text in _api().items():
        add(f"api/{topic}.md", text)
    add(_place(CONTRACT), docs_contract.page(_read(ROOT / CONTRACT)))
    for file in sorted(_shown_sources()):
        add(_place(file), _source_page(file))
    add("style/tokens.css", _tokens())
    for name in ("icon.svg", "icon-192.png"):
        files.append(File.generated(config, f"pictures/{name}", abs_src_path=str(ROOT / "web" / "public" / name)))
    return files


def on_page_markdown(markdown: str, page: "Page", config: "MkDocsConfig", files: Files) -> str:
    """Links between files of the project become links between pages of the site."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]
    origin = _origin(page.file.src_uri)

    def link(match: re.Match[str]) -> str:
        before, target, after = match.groups()
        if ":" in target or target.startswith("/"):
            return match[0]
        place = _place(posixpath.normpath(posixpath.join(posixpath.dirname(origin), target)))
        return before + posixpath.relpath(place, posixpath.dirname(page.file.src_uri) or ".") + after

    return _outside_of_fences(markdown, lambda text: _LINK.sub(link, text)) if origin else markdown


def on_page_content(html: str, page: "Page", config: "MkDocsConfig", files: Files) -> str:
    return docs_rules.drawn(html, GAMES)


def _outside_of_fences(markdown: str, change: Any) -> str:
    """Code stays as it is."""
    parts, last = [], 0
    for fence in _FENCE.finditer(markdown):
        parts += [change(markdown[last : fence.start()]), fence[0]]
        last = fence.end()
    return "".join([*parts, change(markdown[last:])])


# --- Places -----------------------------------------------------------------------------------------------------------


def _place(file: str) -> str:
    """Where a file of the project is on the site."""
    if file in ELSEWHERE:
        return ELSEWHERE[file]
    if rules := re.fullmatch(r"web/src/games/(\w+)/rules/(\w+)\.md", file):
        return f"play/{rules[1]}/{rules[2]}.md"
    if file == CONTRACT:
        return "contract.md"
    if file.startswith("docs/"):
        return file.removeprefix("docs/")
    return f"source/{file}.md"


def _origin(place: str) -> str:
    """The file of the project that a page is; empty if it was made."""
    if (ROOT / "docs" / place).exists():
        return f"docs/{place}"
    return next((file for file, other in ELSEWHERE.items() if other == place), "")


@cache
def _shown_sources() -> frozenset[str]:
    """Files that pages point to and that are no pages themselves: the site shows them as they are."""
    found = set()
    for page in [*ROOT.glob("docs/**/*.md"), *(ROOT / file for file in ELSEWHERE)]:
        for _, target, _ in _LINK.findall(_FENCE.sub("", _read(page))):
            file = (page.parent / target).resolve() if ":" not in target else ROOT
            if file.is_file() and _place(file.relative_to(ROOT).as_posix()).startswith("source/"):
                found.add(file.relative_to(ROOT).as_posix())
    return frozenset(found)


def _source_page(file: str) -> str:
    path = ROOT / file
    language = HIGHLIGHTED.get(path.suffix, "text")
    return f"---\nsearch:\n  exclude: true\n---\n\n# {file}\n\n````{language}\n{_read(path).rstrip()}\n````\n"


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# --- Made -------------------------------------------------------------------------------------------------------------


@cache
def _api() -> dict[str, str]:
    from pasar.server.http.app import described

    return docs_api.pages(described().openapi())


def _tokens() -> str:
    """The client's colours; which of the two it is, by day or by lamp, is here for the theme to say."""
    text = _read(WEB / "style" / "tokens.css")
    colours = re.search(r"^:root (\{.*?^\})", text, re.MULTILINE | re.DOTALL)
    if colours is None:
        sys.exit("docs: tokens.css has no block of colours")
    schemes = {"default": "light", "slate": "dark"}
    chosen = [f'[data-md-color-scheme="{name}"] {{ color-scheme: {scheme}; }}' for name, scheme in schemes.items()]
    return "\n".join([f"[data-md-color-scheme] {colours[1]}", *chosen, ""])
