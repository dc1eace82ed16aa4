"""Your games: what they come to, and each of them to be seen again."""

from collections.abc import Callable
from random import Random

from support.tables import Process

from .looks import check_looks
from .people import Person
from .remembered import remember

MANY = 60


def test_many_games_are_summed_up_and_read_by_everybody(person: Person, server: Process) -> None:
    person.arrive()
    remember(server.data, person.ask("/api/me")["id"], MANY, Random(1))
    person.go("/games")
    figures = person.page.locator("dl dd")
    figures.first.wait_for()
    assert figures.first.inner_text() == str(MANY)
    check_looks(person, "/games with games")
    person.page.get_by_label("Game", exact=True).select_option(label="Basari")
    basari = int(figures.first.inner_text())
    assert 0 < basari < MANY
    person.page.get_by_label("Against").select_option(label="Expert")
    experts = int(figures.first.inner_text())
    assert 0 < experts < basari
    assert person.page.locator("section li a").count() == min(experts, 25) + 2  # and the best, and the closest


def test_a_game_leads_to_its_replay_and_nobody_else_sees_it(person: Person, people: Callable[..., Person]) -> None:
    table = person.arrive().finished_table("bali", 2)
    person.go("/")
    person.page.locator(".ways a[href$='/games']").click()
    game = person.page.locator(f"section[aria-labelledby='each'] a[href='/replay/{table}']")
    game.focus()
    person.page.keyboard.press("Enter")
    person.page.get_by_role("button", name="Result").wait_for()
    other = people().arrive()
    other.go("/games")
    other.page.get_by_text("You have not finished a game yet").wait_for()
