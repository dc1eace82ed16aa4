"""What a phone in a tunnel, a reload and a server that is killed have in common: nothing is lost, and one is told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect
from support.tables import Process, process

from .house import client_folder
from .people import Person
from .playing import by_mouse, make_a_move, offered, play
from .wire import Wire, wire_to
from .words import said

# A cut may fall into the middle of a file.
NO_NETWORK = (
    r"ERR_(CONNECTION|CONTENT_LENGTH|EMPTY|INCOMPLETE|SOCKET)_\w+", "WebSocket connection",
    "unknown error occurred when fetching the script",  # the service worker's, which the browser looks for at times
)  # fmt: skip
# Parts of the page that it loads at leisure: while there is no server, or while one starts.
NOT_LOADED = ("status of 503.*/assets/", "Unable to preload CSS", "dynamically imported module")


@contextmanager
def on_a_wire(people: Callable[..., Person], server: Process) -> Iterator[tuple[Person, Wire]]:
    """Somebody whose turn it is, and the wire between them and the server."""
    with wire_to(server.url) as wire:
        person = people(url=wire.url)
        person.page.clock.install()
        person.expects(*NO_NETWORK)
        person.enter(person.open_table("bali", 2))
        person.wait(lambda: person.heard.my_turn and offered(person), "a turn")
        yield person, wire


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(person: Person) -> None:
    person.enter(person.open_table("bali", 2))
    play([person], lambda: bool(person.heard.play and person.heard.play["moves"] > 8 and person.heard.my_turn))
    before, choices = person.heard.play, sorted(offered(person))
    person.enter(person.heard.table["id"])
    person.wait(lambda: offered(person), "controls")
    assert person.heard.play == before
    assert sorted(offered(person)) == choices


def test_a_lost_connection_is_said_and_comes_back_by_itself(people: Callable[..., Person], server: Process) -> None:
    with on_a_wire(people, server) as (person, wire):
        wire.cut()
        expect(person.page.get_by_text(said("table.lost"))).to_be_visible()
        wire.mend()
        expect(person.page.get_by_text(said("table.lost"))).to_be_hidden()
        make_a_move(person, Random(2))


def test_a_tap_in_a_tunnel_shows_at_once_that_it_did_not_arrive(people: Callable[..., Person], server: Process) -> None:
    with on_a_wire(people, server) as (person, wire):
        moves = person.heard.play["moves"]
        wire.mute()
        person.stop_the_clock()
        by_mouse(person, Random(2))
        person.wait(person.moves_sent, "the move to leave the page")
        person.page.clock.run_for(4_000)  # it took 8 s and more
        expect(person.page.get_by_text(said("table.lost"))).to_be_visible()
        person.page.clock.resume()
        wire.mend()
        expect(person.page.get_by_text(said("table.lost"))).to_be_hidden()
        person.wait(lambda: person.heard.play["moves"] > moves, "the move that was tapped")


def test_a_device_that_says_it_is_offline_shows_so_at_once(people: Callable[..., Person], server: Process) -> None:
    with on_a_wire(people, server) as (person, _):
        person.expects("ERR_INTERNET_DISCONNECTED")
        person.stop_the_clock()
        person.context.set_offline(True)
        person.wait(lambda: not person.page.evaluate("navigator.onLine"), "the device to say so")
        person.page.clock.run_for(1_500)
        expect(person.page.get_by_text(said("table.lost"))).to_be_visible()
        person.page.clock.resume()
        person.context.set_offline(False)
        expect(person.page.get_by_text(said("table.lost"))).to_be_hidden()


def test_a_server_that_is_killed_and_comes_back(chromium: Browser, tmp_path: Path) -> None:
    client = str(client_folder())
    with process(tmp_path, PASAR_WEB=client) as first:
        person = Person(chromium, first.url, painted=False)
        person.expects(*NO_NETWORK, *NOT_LOADED)
        person.enter(person.open_table("basari", 3))
        play([person], lambda: bool(person.heard.play and person.heard.play["moves"] > 5 and person.heard.my_turn))
        moves = person.heard.play and person.heard.play["moves"]
        first.kill()
        expect(person.page.get_by_text(said("table.lost"))).to_be_visible()
        with process(tmp_path, port=int(urlsplit(first.url).port or 0), PASAR_WEB=client):
            expect(person.page.get_by_text(said("table.lost"))).to_be_hidden()
            person.wait(
                lambda: person.heard.my_turn and person.heard.play and person.heard.play["moves"] == moves,
                "the same turn",
            )
            make_a_move(person, Random(4))
            assert person.unexpected() == []
            person.context.close()


def test_two_windows_of_one_person_show_the_same(people: Callable[..., Person]) -> None:
    person = people()
    table = person.open_table("bali", 2)
    person.enter(table)
    second = person.new_page()
    second.goto(f"/table/{table}")
    second.locator("[data-move]").first.wait_for()
    make_a_move(person, Random(5))
    person.wait(lambda: person.heard.my_turn, "the next turn")
    there = "all => all.filter(each => each.checkVisibility()).map(each => each.dataset.move).sort()"
    person.wait(
        lambda: (
            second.locator("[data-move]").evaluate_all(there) == person.page.locator("[data-move]").evaluate_all(there)
        ),
        "both to offer the same",
    )
