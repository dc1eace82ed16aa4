"""What the documentation says is run, and what it points to is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
IDS = [page.relative_to(ROOT).as_posix() for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if not link.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / link).exists(), f"{page.name} points to {link}"


@pytest.mark.parametrize(("page", "letter", "last"), [("bali", "B", 18), ("basari", "S", 14)])
def test_players_find_every_ruling(page, letter, last):
    text = (ROOT / "web" / "src" / "games" / page / "rules" / "en.md").read_text(encoding="utf-8")
    for ruling in [*(f"{letter}{number}" for number in range(1, last + 1)), "T1", "T2"]:
        assert f"[{ruling}]{{#{ruling}}}" in text, f"the rules of {page} lack {ruling}"
