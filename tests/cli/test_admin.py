"""`pasar admin`: lists, changes, an audit log; one line for what cannot be done, and nothing changed by it."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from pasar.store.contract import Append, LogEntry, Person, Row, Token
from pasar.store.place import FILE
from pasar.store.store import Store

ANN, EVE = "a" * 24, "e" * 24
TABLE, OVER, PRIVATE, TOKEN = "1" * 16, "2" * 16, "3" * 16, "4" * 16


def about(public: bool) -> dict[str, Any]:
    options = {"public": public, "players": 2}
    seats = [{"name": "Ann", "bot": None, "person": ANN}, {"name": "hard", "bot": "hard", "person": None}]
    return {"options": options, "seats": seats, "host": ANN, "waiting": [0], "deadline": None, "result": None}


async def _fill(url: str) -> None:
    store = await Store.open(url)
    await store.add_person(Person(ANN, "Ann", 0.0, 50.0, {"email": "ann@example.org"}))
    await store.add_person(Person(EVE, "Eve\x1b[2J", 0.0, 60.0))
    await store.add_token(Token(TOKEN, ANN, "program", b"hash", "my bot", 0.0, None))
    opened = {"host": ANN, "key": "k", "secret": "ff", "options": {"players": 2}}
    sat = {"seat": 0, "person": ANN, "name": "Ann"}
    for id, stage, public in ((TABLE, "playing", True), (OVER, "over", True), (PRIVATE, "lobby", False)):
        entries = [LogEntry(1, 0.0, "opened", opened, "m1"), LogEntry(2, 1.0, "sat", sat, "m2")]
        await store.append(Append(Row(id, "bali", stage, public, 2, 9.0, 5.0, about(public), (ANN,)), entries, True))
    await store.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PASAR_DATA", str(tmp_path))
    asyncio.run(_fill(f"sqlite:///{tmp_path / FILE}"))
    return tmp_path


def told(pasar: Any, *arguments: str) -> Any:
    said = pasar("admin", *arguments, "--json")
    assert (said.code, said.err) == (0, "")
    return json.loads(said.out)


def test_tables_are_listed_closed_hidden_and_shown(pasar: Any, folder: Path) -> None:
    assert {row["table"] for row in told(pasar, "tables")} == {TABLE, OVER, PRIVATE}
    assert [row["table"] for row in told(pasar, "tables", "--stage", "playing", "--person", ANN)] == [TABLE]
    assert pasar("admin", "tables", "hide", TABLE).out == f"{TABLE}: hidden\n"
    assert [row["table"] for row in told(pasar, "tables", "--hidden")] == [TABLE]
    assert f"{TABLE}  bali  playing  hidden" in pasar("admin", "tables").out
    assert pasar("admin", "tables", "show", TABLE).code == 0
    assert pasar("admin", "tables", "close", TABLE, "--yes").out == f"{TABLE}: closed\n"
    assert [row["table"] for row in told(pasar, "tables", "--stage", "closed")] == [TABLE]
    assert "secret" not in pasar("admin", "tables", "--json").out


def test_people_are_found_blocked_and_forgotten(pasar: Any, folder: Path) -> None:
    (ann,) = told(pasar, "people", "--find", "ANN")
    assert (ann["id"], ann["tables"], ann["blocked_at"]) == (ANN, 3, None)
    assert "example.org" not in pasar("admin", "people", "--json").out
    assert "\x1b" not in pasar("admin", "people").out  # nobody's name repaints the terminal
    assert pasar("admin", "people", "block", EVE).code == 0
    assert [row["id"] for row in told(pasar, "people", "--blocked")] == [EVE]
    assert pasar("admin", "people", "unblock", EVE).code == 0
    assert told(pasar, "people", "--blocked") == []
    assert pasar("admin", "people", "forget", ANN, "--yes").out == f"{ANN}: forgotten\n"
    assert told(pasar, "people", "--find", ANN) == told(pasar, "tokens") == []
    assert {row["seats"][0]["name"] for row in told(pasar, "tables")} == {"Anonymous"}
    assert ANN not in json.dumps(told(pasar, "tables"))


def test_tokens_are_revoked(pasar: Any, folder: Path) -> None:
    (token,) = told(pasar, "tokens", "--person", ANN)
    assert (token["id"], token["name"], token["label"]) == (TOKEN, "Ann", "my bot")
    assert pasar("admin", "tokens", "revoke", TOKEN, "--yes").code == 0
    assert pasar("admin", "tokens").out == "no tokens\n"


def test_sizes_add_up_and_every_change_is_in_the_log(pasar: Any, folder: Path) -> None:
    found = told(pasar, "sizes")
    files = sum(
        (folder / name).stat().st_size for name in (FILE, f"{FILE}-wal", f"{FILE}-shm") if (folder / name).exists()
    )
    assert abs(sum(found["bytes"].values()) - files) < 40_000  # the program itself has the log open meanwhile
    assert found["rows"]["entries"] == 6 and found["rows"]["people"] == 2
    assert pasar("admin", "log").out == "nothing was changed yet\n"
    pasar("admin", "tables", "hide", TABLE)
    pasar("admin", "people", "block", EVE)
    pasar("admin", "people", "forget", EVE, "--yes")
    lines = told(pasar, "log")
    assert [(line["number"], line["what"], line["subject"]) for line in lines] == [
        (3, "person.forget", EVE), (2, "person.block", EVE), (1, "table.hide", TABLE),
    ]  # fmt: skip
    assert all(line["who"].startswith("command line: ") and line["at"] > 1e9 for line in lines)
    assert [line["number"] for line in told(pasar, "log", "--before", "3", "--limit", "1")] == [2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("tables", "close", TABLE), "cannot be undone: say --yes"),
        (("people", "forget", ANN), "cannot be undone: say --yes"),
        (("tokens", "revoke", TOKEN), "cannot be undone: say --yes"),
        (("tables", "close", OVER, "--yes"), "The game at this table is over"),
        (("tables", "close", "x", "--yes"), "'x': There is no such table"),
        (("tables", "hide", PRIVATE), "This table is private"),
        (("tables", "show", TABLE), "This table is shown already"),
        (("people", "block", "Ann"), "'Ann': There is no such person"),
        (("people", "forget", "Ann", "--yes"), "'Ann': There is no such person"),
        (("tokens", "revoke", "x", "--yes"), "'x': There is no such token"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    pasar: Any, folder: Path, arguments: tuple[str, ...], said: str
) -> None:
    answer = pasar("admin", *arguments)
    assert (answer.code, answer.out, answer.err.count("\n")) == (1, "", 1)
    assert said in answer.err
    assert told(pasar, "log") == []


def test_a_database_that_is_not_there_is_not_made(pasar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASAR_DATA", str(tmp_path / "none"))
    answer = pasar("admin", "tables")
    assert answer.code == 1 and "there is no database" in answer.err and not (tmp_path / "none").exists()
