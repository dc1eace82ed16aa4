"""What is hidden from a person is nowhere in their page and in nothing that it was sent.

The page of one person is recorded whole while somebody else decides in secret, first one way, then another. If page and
traffic are the same both times, they cannot tell.
"""

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from .people import Json, Person
from .test_together import begun, seated

People = Callable[..., Person]
QUIET = 1500  # milliseconds without a change, after which a page has said all that it had to say
# What the page has put off until later comes before what is put off after it: a busy machine changes nothing in that.
DRAWN = """() => new Promise((go) => setTimeout(() => requestIdleCallback(go), 4000))"""
AT_REST = """(quiet) => new Promise((go) => {
  let timer = setTimeout(go, quiet);
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(go, quiet);
  }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
})"""
LOADED = re.compile(r'<link rel="(?:modulepreload|stylesheet)"[^>]*>')
COUNTERS = re.compile(r'"(at|version|from|since|changed_at|deadline)":[0-9.a-z]+')  # rise with every entry in the log


def parts(thing: Any) -> Iterator[Json]:
    """Every object inside."""
    if isinstance(thing, dict):
        yield thing
        thing = list(thing.values())
    if isinstance(thing, list):
        for each in thing:
            yield from parts(each)


def traffic(person: Person) -> list[Any]:
    """All that the page was told: frames, and answers that are JSON."""
    bodies = [
        answer.text()
        for answer in person.answers
        if "json" in answer.headers.get("content-type", "") and "stream" not in answer.url
    ]
    return [json.loads(each) for each in (*person.heard.frames, *(body for body in bodies if body))]


def shown(person: Person) -> str:
    """The whole document, but for which parts of the program are loaded already, which happens at leisure.

    What is spoken twice gets a space at its end by turns, so that it is heard again.
    """
    document = str(person.page.evaluate("document.documentElement.outerHTML")).replace("&nbsp;</div>", "</div>")
    return LOADED.sub("", document)


def difference(one: str, other: str) -> str:
    """Where two documents part, with a little around it."""
    if one == other:
        return ""
    at = next(place for place, (a, b) in enumerate(zip(one + "<", other + ">", strict=False)) if a != b)
    return f"{one[max(0, at - 200) : at + 80]}\n--- but ---\n{other[max(0, at - 200) : at + 80]}"


def test_basari_choices_are_nowhere_until_all_have_chosen(people: People) -> None:
    watching, deciding, _ = seated(people, "basari", 3)
    table, key = watching.heard.table["id"], watching.heard.you["key"]
    pages, frames = [], []
    watching.page.evaluate(DRAWN)
    for letter in "ABC":
        heard = len(watching.heard.frames)
        at = deciding.ask(f"/api/tables/{table}", key=key)["play"]["at"]
        deciding.ask(f"/api/tables/{table}/moves", {"move": letter, "at": at}, key=key)
        watching.wait(lambda: watching.heard.play and watching.heard.play["chosen"] == [1], "the choice to be sealed")
        watching.page.evaluate(AT_REST, QUIET)
        frames.append([COUNTERS.sub("", each) for each in watching.heard.frames[heard:]])
        pages.append(shown(watching))
    assert difference(pages[0], pages[1]) == difference(pages[1], pages[2]) == ""
    assert frames[1] == frames[2]  # whether a choice was changed may be known, to what may not
    choices = [part["choice"] for told in traffic(watching) for part in parts(told) if "choice" in part]
    assert set(choices) == {None}


def wished(moves: list[str], chance: Random) -> str:
    """Whoever wants to build a shrine saves stone for it."""
    wanted = [move for move in moves if move in ("play shrine", "stone", "pass", "play mason")]
    return wanted[0] if wanted else chance.choice(moves)


def until_gift(people: People) -> tuple[Person, Person]:
    """Somebody who looks on, and somebody who has built a shrine and is to give one of several goods, face down."""
    both, chance = [people(), people()], Random(1)
    for _ in range(8):
        table, key = begun(both, "bali")
        while (told := [each.ask(f"/api/tables/{table}", key=key) for each in both])[0]["table"]["stage"] == "playing":
            acting = next(seat for seat in (0, 1) if told[seat]["play"]["menu"])
            play = told[acting]["play"]
            gifts = [move for move in play["menu"]["open"] if move.startswith("give ")]
            if play["view"]["turn"] == acting and len(gifts) > 1:
                return both[1 - acting].enter(table, key), both[acting]
            move = wished(play["menu"]["open"], chance)
            both[acting].ask(f"/api/tables/{table}/moves", {"move": move, "at": play["at"]}, key=key)
    pytest.fail("nobody ever gave anything face down")


def test_a_good_that_is_given_face_down_is_nowhere(people: People) -> None:
    watching, giving = until_gift(people)
    table, key = watching.heard.table["id"], watching.heard.you["key"]
    before = giving.ask(f"/api/tables/{table}", key=key)["play"]
    one, other = [each for each in before["menu"]["open"] if each.startswith("give ")][:2]
    pages = []
    for move in (one, other, one):
        at = giving.ask(f"/api/tables/{table}", key=key)["play"]["at"]
        giving.ask(f"/api/tables/{table}/moves", {"move": move, "at": at}, key=key)
        went_to(watching, before["moves"] + 1)
        pages.append(shown(watching))
        giving.command(table, "undo", key=key)
        if giving.ask(f"/api/tables/{table}", key=key)["table"]["asked"]:
            watching.command(table, "consent", key=key, yes=True)
        went_to(watching, before["moves"])
    assert difference(pages[1], pages[2]) == ""  # the first time nothing had been taken back yet, which one may know


def went_to(person: Person, moves: int) -> None:
    person.wait(lambda: person.heard.play and person.heard.play["moves"] == moves, f"the game to be at move {moves}")
    person.page.evaluate(AT_REST, QUIET)


def test_hands_and_goods_of_others_never_arrive(people: People) -> None:
    watching, other = seated(people, "bali", 2)
    table, key = watching.heard.table["id"], watching.heard.you["key"]
    secrets = []
    for _ in range(36):
        for person in (watching, other):
            play = person.ask(f"/api/tables/{table}", key=key)["play"]
            if person is other:
                secrets.append(play["view"]["own"])
            if play["menu"]:
                person.ask(f"/api/tables/{table}/moves", {"move": play["menu"]["open"][0], "at": play["at"]}, key=key)
    watching.wait(lambda: watching.heard.play and watching.heard.play["moves"] > 20, "the game to go on")
    told = traffic(watching)
    own = [part["own"] for each in told for part in parts(each) if "own" in part]
    mine = [
        json.loads(frame)["play"]["view"]["own"] for frame in watching.heard.frames if json.loads(frame).get("play")
    ]
    assert own and all(each in mine for each in own)
    hands = [
        seat["hand"]
        for each in told
        for part in parts(each)
        for seat in part.get("seats", [])
        if isinstance(seat, dict) and "hand" in seat
    ]
    assert hands and all(isinstance(hand, int) for hand in hands)
    assert any(secret["hand"] for secret in secrets)


def test_the_secret_of_the_deal_is_not_told_before_the_end(person: Person) -> None:
    person.enter(person.open_table("bali", 2))
    fair = [part["fair"] for each in traffic(person) for part in parts(each) if part.get("fair")]
    assert fair and all("secret" not in each for each in fair)
