"""The tables in the docs are those of the code, and behaviour does not change under the same version."""

import json
import os
import re
import runpy
from pathlib import Path
from unittest.mock import patch

import pytest

from pasar.kernel.jit import ENABLED
from pasar.rl import VERSION

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tables():
    return runpy.run_path(str(ROOT / "tools" / "make_tables.py"))


@pytest.mark.skipif(not ENABLED, reason="plays long")
def test_tables_are_those_of_the_code(game, tables):
    written = tables["page_path"](game).read_text(encoding="utf-8")
    assert written == tables["page"](game), "run: python tools/make_tables.py"


@pytest.mark.skipif(not ENABLED, reason="plays long")
def test_behaviour_changes_only_with_the_version(tables):
    written, found = json.loads(tables["BEHAVIOUR"].read_text(encoding="utf-8")), tables["behaviour"]()
    if written["version"] == VERSION:
        assert found["hashes"] == written["hashes"], "behaviour has changed: raise pasar.rl.VERSION, rename the modules"
    assert written["version"] == VERSION, "run: python tools/make_tables.py"


@patch.dict(os.environ)  # pygame changes it when it is imported
def test_what_the_page_shows_runs():
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "research.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 7
    for block in blocks:
        exec(compile(block, "research.md", "exec"), {})
