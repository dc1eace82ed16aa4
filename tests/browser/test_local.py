"""A server's client plays by itself too (/local/): when one chooses to, and when the server cannot be reached."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from support.tables import Process, process

from .hosts import Built
from .people import Person, arriving
from .playing import OPEN, offered
from .test_without_server import kept
from .words import said


@pytest.fixture(scope="module")
def playing_server(tmp_path_factory: pytest.TempPathFactory, built: Built) -> Iterator[Process]:
    with process(tmp_path_factory.mktemp("own"), PASAR_COACH="no", PASAR_WEB=str(built.web)) as running:
        yield running


@pytest.fixture
def guest(chromium: Browser, playing_server: Process) -> Iterator[Person]:
    with arriving(chromium, playing_server.url) as arrives:
        yield arrives()


def button(person: Person, key: str) -> Any:
    return person.page.get_by_role("button", name=said(key))


def table_is_there(person: Person) -> dict[str, Any]:
    person.page.locator(OPEN).locator("visible=true").first.wait_for()
    return kept(person)


def test_a_servers_game_goes_on_in_the_page_and_its_record_comes_back(guest: Person, playing_server: Process) -> None:
    table = guest.finished_table("bali", 2)
    guest.go(f"/replay/{table}?eyes=0&move=5")
    button(guest, "replay.play_on").click()
    guest.page.wait_for_url("**/local/?/table/*")
    fresh = table_is_there(guest)
    assert fresh["position_of"] and [seat["mine"] for seat in fresh["seats"]] == [True, False]
    record = guest.ask(f"/api/tables/{table}/record")
    guest.go(f"/local/?/replay/{record['fair']['secret'][:16]}")
    button(guest, "coach.open").click()
    guest.page.get_by_role("heading", name=said("coach.moments")).wait_for()
    a_mistake_comes_back(guest, record)
    button(guest, "replay.open_on_server").click()
    guest.page.wait_for_url(f"{playing_server.url}/replay/*")
    button(guest, "replay.result").wait_for()
    opened = guest.page.url.split("/replay/")[1][:16]
    again = guest.ask(f"/api/tables/{opened}/record")
    assert opened != table and (again["moves"], again["fair"]) == (record["moves"], record["fair"])


def a_mistake_comes_back(person: Person, record: dict[str, Any]) -> None:
    """A position of one's own game, as the seat saw it; then back to the replay."""
    replay = person.page.url
    moves, [seat, played] = record["moves"][:4], record["moves"][4]
    parts = {key: record[key] for key in ("game", "rules", "setup")}
    own = {**parts, "moves": moves, "seat": seat, "best": played, "others": {}, "table": record["fair"]["secret"][:16]}
    cards = [{"id": "own-4", "box": 0, "due": 0, "changed": 1, "exercise": own}]
    person.page.evaluate("(cards) => localStorage.setItem('pasar-practice', JSON.stringify(cards))", cards)
    person.go("/local/?/positions/bali&own=1")
    person.page.locator(OPEN).locator("visible=true").first.wait_for()
    assert played in offered(person)
    person.go(replay)


def test_who_cannot_reach_the_server_plays_on(guest: Person, playing_server: Process) -> None:
    guest.go("/")
    button(guest, "home.here_go").click()
    guest.page.wait_for_url("**/local/")
    guest.page.locator("form button.main").locator("visible=true").first.click()
    before = table_is_there(guest)
    guest.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    playing_server.end()
    guest.expects("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED")
    guest.go("/tables")
    guest.page.wait_for_url("**/local/")
    guest.go(f"/local/?/table/{before['id']}")
    assert table_is_there(guest)["id"] == before["id"]
