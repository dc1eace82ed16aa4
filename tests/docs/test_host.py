"""docs/host.md begins with one small machine, and its files are for that as they stand."""

import re
from pathlib import Path

from pasar.server.base.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "host.md").read_text(encoding="utf-8")
COMMANDS = [line.partition(" #")[0].strip() for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
            for line in block.splitlines()]  # fmt: skip


def test_what_is_installed_can_be_had() -> None:
    installs = [line for line in COMMANDS if "pip install" in line]
    assert installs and not [line for line in installs if re.search(r"\bpasar\[|install pasar\b", line)]


def test_files_that_are_copied_are_there() -> None:
    named = {name for line in COMMANDS for name in re.findall(r"(?:deploy|requirements)/\S+", line)}
    assert len(named) >= 4 and all((ROOT / name).exists() for name in named)


def test_the_environment_is_that_of_one_process_with_sqlite(tmp_path: Path) -> None:
    lines = (ROOT / "deploy" / "environment").read_text(encoding="utf-8").splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    settings = Settings.read({**given, "PASAR_DATA": str(tmp_path)})
    assert settings.database.startswith("sqlite:") and settings.behind_proxy and settings.https
    nginx = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    assert re.findall(r"^ *server 127\.0\.0\.1:(\d+);", nginx, re.MULTILINE) == ["8001"]


def test_postgresql_comes_before_those_who_need_it() -> None:
    order = ["apt install postgresql", "psycopg", "createdb", "PASAR_DATABASE, PASAR_KEY_FILE", "pasar@8001 pasar@8002"]
    places = [PAGE.index(words, PAGE.index("## Several processes")) for words in order]
    assert places == sorted(places)
