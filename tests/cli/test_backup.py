"""`pasar backup` and `pasar restore`: one line with counts, or one line with what is wrong."""

import asyncio
import stat
from pathlib import Path
from typing import Any

import pytest

from pasar.store.contract import Append, LogEntry, Person, Row
from pasar.store.place import FILE
from pasar.store.store import Store


async def _fill(url: str) -> None:
    store = await Store.open(url)
    await store.add_person(Person("p", "Anna", 0.0, 0.0))
    entries = [LogEntry(number, 0.0, "move", {}, "mark") for number in (1, 2, 3)]
    await store.append(Append(Row("t", "bali", "playing", True, 3, 0.0, None, {}, ("p",)), entries, True))
    await store.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a small database in it."""
    monkeypatch.setenv("PASAR_DATA", str(tmp_path / "data"))
    asyncio.run(_fill(f"sqlite:///{tmp_path / 'data' / FILE}"))
    return tmp_path


def test_there_and_back(pasar: Any, folder: Path) -> None:
    file, other = folder / "saved", f"sqlite:///{folder / 'other.sqlite3'}"
    said = pasar("backup", str(file))
    assert (said.code, said.err) == (0, "")
    assert said.out == f"{file}: 1 table, 3 entries, 1 person, 0 tokens; it holds secrets, keep it safe\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    said = pasar("restore", str(file), "--database", other)
    assert (said.code, said.err) == (0, "")
    assert said.out == f"{file}: restored 1 table, 3 entries, 1 person, 0 tokens\n"
    assert pasar("backup", str(folder / "again"), "--database", other).code == 0


def test_both_use_the_database_that_a_server_would(pasar: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pasar("backup", str(folder / "saved"))
    monkeypatch.setenv("PASAR_DATABASE", f"sqlite:///{folder / 'elsewhere.sqlite3'}")
    assert pasar("restore", str(folder / "saved")).code == 0
    assert (folder / "elsewhere.sqlite3").exists()
    assert "1 table, 3 entries" in pasar("backup", str(folder / "again")).out


def test_a_database_with_tables_in_it_is_kept_unless_told_otherwise(pasar: Any, folder: Path) -> None:
    file = folder / "saved"
    pasar("backup", str(file))
    said = pasar("restore", str(file))
    assert (said.code, said.out, said.err.count("\n")) == (1, "", 1)
    assert "already holds 1 tables and 1 people" in said.err and "--replace" in said.err
    assert pasar("restore", str(file), "--replace").code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("backup", "saved", "--database", "mysql://u:secret@h/d"), "address must be sqlite:///FILE or postgresql://"),
        (("backup", "saved", "--database", "sqlite:///none.sqlite3"), "there is no database none.sqlite3"),
        (("backup", "no/such/folder/saved"), "cannot be written"),
        (("restore", "none"), "none cannot be read: no such file or directory"),
        (("restore", "letter"), "letter is damaged, or no backup made by pasar"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    pasar: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(folder)
    Path("letter").write_text("Dear Anna")
    answer = pasar(*arguments)
    assert (answer.code, answer.out, answer.err.count("\n")) == (1, "", 1)
    assert said in answer.err and "secret" not in answer.err
    assert sorted(one.name for one in folder.iterdir()) == ["data", "letter"]
