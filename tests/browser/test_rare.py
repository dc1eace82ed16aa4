"""What a player seldom sees: a good that has run out, a table of older rules, a table that was closed."""

from random import Random

from playwright.sync_api import expect
from support.tables import Process

from pasar.match.match import Match

from .looks import check_looks
from .people import Person
from .playing import make_a_move, offered
from .prepared import banana_rush, put_down
from .words import said


def test_whoever_comes_too_late_for_a_good_picks_another(person: Person, server: Process) -> None:
    match = banana_rush(3)
    person.enter(put_down(server, person, match))
    person.wait(lambda: offered(person), "goods to pick")
    left = [good for good, count in match.view()["supply"].items() if count]
    assert sorted(offered(person)) == sorted(f"pick {good}" for good in left) and "pick banana" not in offered(person)
    check_looks(person, "Bali, pick")
    make_a_move(person, Random(1))
    assert person.heard.play and person.heard.play["moves"] > len(match.moves)


def test_a_table_of_older_rules_rests_and_says_so(person: Person, server: Process) -> None:
    match = Match.new("bali", 2, seed=1)
    for _ in range(12):
        match.play(match.open()[0])
    table = put_down(server, person, match, version=match.game.version - 1)
    person.enter(table)
    expect(person.page.get_by_text(said("ui.page_frozen"))).to_be_visible()
    assert person.page.locator("[data-move]").count() == 0
    check_looks(person, "a frozen table")


def test_a_table_that_is_closed_says_so_and_leads_home(person: Person) -> None:
    table = person.open_table("bali", 2, bots=None)
    person.enter(table)
    person.command(table, "leave")
    expect(person.page.get_by_text(said("ui.page_closed"))).to_be_visible()
    expect(person.page.get_by_role("link", name=said("ui.to_home")).first).to_be_visible()
    check_looks(person, "a closed table")
