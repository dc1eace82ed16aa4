"""Several browsers at one table."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from .people import Person
from .playing import make_a_move, play, play_ends
from .words import said

People = Callable[..., Person]
YOUR_TURN = re.compile(said("table.title_your_turn").pattern.removesuffix(r"\s*$"))  # the title goes on after it


def seated(people: People, name: str, players: int, **options: object) -> list[Person]:
    """So many people at a table of their own, each on their page, the game begun."""
    everybody = [people() for _ in range(players)]
    table, key = begun(everybody, name, **options)
    for each in everybody:
        each.enter(table, key)
    return everybody


def begun(everybody: list[Person], name: str, **options: object) -> tuple[str, str]:
    """A table of theirs, without any page: its id and its key."""
    host, *guests = everybody
    table = host.open_table(name, len(everybody), bots=None, **options)
    key = host.ask(f"/api/tables/{table}")["you"]["key"]
    for seat, guest in enumerate(guests, start=1):
        guest.arrive(f"Guest {seat}")
        guest.command(table, "sit", key=key, seat=seat)
    host.command(table, "start")
    return table, key


def sat_down_with_the_page(people: People) -> list[Person]:
    """The same by clicks: a link is passed on, somebody sits down, the host starts."""
    host, guest = people(), people()
    host.enter(host.open_table("bali", 2, bots=None))
    link = host.page.get_by_label(said("lobby.link")).input_value()
    guest.arrive("Bob").page.goto(link)
    guest.page.get_by_role("button", name=said("lobby.sit")).first.click()
    guest.page.get_by_role("button", name=said("lobby.sit_do")).click()
    guest.wait(lambda: guest.heard.you.get("seats"), "a seat")
    host.page.get_by_role("button", name=said("lobby.start")).click()
    host.wait(lambda: host.heard.stage == "playing", "the game's begin")
    guest.wait(lambda: guest.heard.stage == "playing", "the game's begin")
    return [host, guest]


def test_two_meet_by_a_link_and_play_bali_to_the_end(people: People) -> None:
    both = sat_down_with_the_page(people)
    play_ends(*both)
    points = [each.heard.play["result"]["points"] for each in both if each.heard.play]
    assert points[0] == points[1]


def test_three_play_basari_to_the_end_and_play_again(people: People) -> None:
    everybody = seated(people, "basari", 3)
    play_ends(*everybody)
    host, guest = everybody[:2]
    host.page.get_by_role("dialog").get_by_role("button", name=said("table.rematch")).click()
    host.wait(lambda: host.heard.table["id"] in host.page.url and host.heard.stage != "over", "the new table")
    guest.page.get_by_role("dialog").get_by_role("button", name=said("table.join_rematch")).click()
    guest.wait(lambda: guest.heard.table["id"] == host.heard.table["id"], "the same table again")


def after_both_moved(people: People) -> tuple[Person, Person]:
    """Whoever began, and the other, who has acted since."""
    both = seated(people, "bali", 2)
    first, second = both if both[0].heard.my_turn else both[::-1]
    play([first], lambda: second.heard.my_turn)
    make_a_move(second, Random(1))
    first.wait(lambda: first.heard.at == second.heard.at, "the other's move")
    return first, second


def test_a_decision_that_showed_nothing_is_taken_back_at_once(people: People) -> None:
    both = seated(people, "bali", 2)
    first = next(each for each in both if each.heard.my_turn)
    make_a_move(first, Random(1))
    assert first.heard.play and first.heard.play["moves"] == 1
    first.page.keyboard.press("u")
    first.wait(lambda: first.heard.play and first.heard.play["moves"] == 0, "the move to be taken back")


@pytest.mark.parametrize(("answer", "goes_back"), [("agree", True), ("decline", False)])
def test_otherwise_the_other_is_asked(people: People, answer: str, goes_back: bool) -> None:
    first, second = after_both_moved(people)
    assert first.heard.play
    made = first.heard.play["moves"]
    first.page.get_by_role("button", name=said("table.undo")).click()
    expect(first.page.get_by_text(said("table.undo_waiting"))).to_be_visible()
    second.page.get_by_role("button", name=said(f"table.{answer}"), exact=True).click()
    first.wait(lambda: first.heard.table["asked"] is None, "the answer")
    assert (first.heard.play["moves"] < made) == goes_back


def test_chat_reaches_the_others_as_plain_text(people: People) -> None:
    one, other = seated(people, "bali", 2)
    text = '<img src=x onerror="document.title=1"> & <b>hello</b>'
    one.page.keyboard.press("c")
    box = one.page.get_by_label(said("table.chat_label"))
    box.fill(text)
    box.press("Enter")
    other.page.keyboard.press("c")
    expect(other.page.get_by_text(text)).to_be_visible()
    assert other.page.locator("img[src=x]").count() == 0


def test_a_spectator_sees_the_game_and_may_not_act(people: People) -> None:
    one, other = seated(people, "bali", 2, watch="link")
    watcher = people().arrive("Eve").enter(one.heard.table["id"], one.heard.you["key"])
    expect(watcher.page.get_by_text(said("table.watching"))).to_be_visible()
    acting = one if one.heard.my_turn else other
    make_a_move(acting, Random(3))
    watcher.wait(lambda: watcher.heard.at == acting.heard.at, "the move to be seen")
    assert watcher.page.locator("[data-move]").count() == 0
    assert watcher.heard.play and watcher.heard.play["menu"] is None


def test_the_title_says_that_it_is_ones_turn(people: People) -> None:
    both = seated(people, "bali", 2)
    acting = next(each for each in both if each.heard.my_turn)
    waiting = next(each for each in both if each is not acting)
    expect(acting.page).to_have_title(YOUR_TURN)
    expect(waiting.page).not_to_have_title(YOUR_TURN)
