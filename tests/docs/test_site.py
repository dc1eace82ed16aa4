"""The docs site is built with warnings as errors, holds what it promises, and asks nobody outside for anything."""

import html
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pasar.games import contract, games
from pasar.games.words import LANGUAGES

ROOT = Path(__file__).parents[2]
LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
FOLDERS = ("docs", "tools", "examples", "deploy", "web/src/games", "web/src/style", "web/public", "src/pasar", "tests")


def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """As `make docs` does. With --quiet MkDocs would not count its warnings, and so never fail."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-f", str(config), "-d", str(site)],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT / "mkdocs.yml", folder)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    return folder


class Addresses(HTMLParser):
    """What a page loads by itself; where its links lead is another matter."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if address := given.get(LOADED.get(tag, "")):
            self.found.append(address)
        if identity := given.get("id"):
            self.ids.append(identity)


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 30
    assert [(page.name, at) for page in pages for at in Addresses(page).found if "//" in at] == []
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//", style.read_text(encoding="utf-8")), style.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "letter", "last"), [("bali", "B", 18), ("basari", "S", 14)])
def test_rules_have_every_ruling_and_our_drawings(site: Path, name: str, letter: str, last: int, language: str) -> None:
    page = site / "play" / name / f"{language}.html"
    text = page.read_text(encoding="utf-8")
    ids = Addresses(page).ids
    assert {f"{letter}{number}" for number in range(1, last + 1)} | {"T1", "T2"} <= set(ids)
    assert len(set(ids)) == len(ids), "an id is there twice"
    assert text.count('<svg class="art') >= 8 and "art:" not in text
    assert "{#" not in text and "{ #" not in text


def test_every_request_of_the_api_is_described(site: Path) -> None:
    from pasar.server.http.app import described

    told = "".join(page.read_text(encoding="utf-8") for page in (site / "api").glob("*.html"))
    for path, operations in described().openapi()["paths"].items():
        for method in operations:
            assert f"<code>{method.upper()} {path}</code>" in told


def test_all_that_a_game_can_offer_is_described(site: Path) -> None:
    """The page follows the contract: each of its parts with every constant and function, and what each is for."""
    told = (site / "contract.html").read_text(encoding="utf-8")
    parts = [
        part
        for name, part in vars(contract).items()
        if name.endswith(("Core", "Module", "Reasons", "Beliefs", "Deals"))
    ]
    assert len(parts) > 18
    for part in parts:
        assert f"<code>{part.__name__}</code>" in told
        for name, member in vars(part).items():
            if not name.startswith("_"):
                said = member.__doc__.split("\n")[0]
                assert re.search(rf"<code>{name}[(:]", told) and html.escape(said.split("`")[0], quote=False) in told
    assert "contract.html" in (site / "add-a-game.html").read_text(encoding="utf-8")


def test_the_rules_of_every_game_are_there(site: Path) -> None:
    assert {folder.name for folder in (site / "play").iterdir() if folder.is_dir()} == set(games())


def test_links_that_lead_nowhere_stop_the_build_and_each_is_named(tmp_path: Path) -> None:
    copied = copy_of_the_sources(tmp_path / "project")
    page = copied / "docs" / "bots.md"
    faults = ("nowhere.md", "host.md#nowhere", "/absolute")
    links = "".join(f"\n[gone]({fault})\n" for fault in faults)
    page.write_text(page.read_text(encoding="utf-8") + links, encoding="utf-8")
    done = build(copied / "mkdocs.yml", tmp_path / "site")
    warned = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("WARNING")]
    assert done.returncode != 0 and all("bots.md" in line for line in warned), warned
    assert [fault for fault in faults if not any(f"'{fault}'" in line for line in warned)] == []


def copy_of_the_sources(folder: Path) -> Path:
    folder.mkdir()
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "web"))
    for file in (ROOT / "mkdocs.yml", ROOT / "LICENSE", ROOT / "NOTICE", *ROOT.glob("*.md")):
        shutil.copy(file, folder / file.name)
    return folder
