"""What a move would lead to: only what its maker can know, and without listing all moves that there are."""

import pytest

from pasar.errors import MoveNotOpen
from pasar.games.contract import Build
from pasar.kernel.rng import generator
from pasar.match.match import Match
from pasar.server.table.views import what_if

RICHEST = 22  # gems of each colour that one seat can have: 279,841 bids


@pytest.fixture
def haggle(monkeypatch):
    """A seat that owns every gem is to open a haggle, and nothing may list what it could bid."""

    def refuse(_: Build) -> list[str]:
        raise AssertionError("all bids were listed")

    match = Match.new("basari", players=3, seed=1)
    for seat, letter in enumerate("AAB"):
        match.play(letter, seat)
    match.state["gems"][0] = 0
    match.state["gems"][0, match.to_act[0]] = RICHEST
    monkeypatch.setattr(Build, "texts", refuse)
    return match, match.to_act[0]


@pytest.mark.parametrize("text", ["accept", "A", "return r", "gain b"])
def test_a_refusal_lists_no_bids(haggle, text):
    match, seat = haggle
    assert not match.is_open(text, seat)
    with pytest.raises(MoveNotOpen, match="bid b1 or higher"):
        match.play(text, seat)
    assert what_if(match, seat, text)["reason"] == match.why(text, seat).code


def test_a_look_at_a_bid_lists_no_others(haggle):
    match, seat = haggle
    assert what_if(match, seat, f"bid r{RICHEST}")["open"]
    assert match.menu(seat).build.least == "bid b1"


def near_the_end(seed):
    """Positions of a game of Bali from which the next card taken may be the last."""
    match = Match.new("bali", players=2, seed=seed)
    while not match.over:
        if match.sight()["pile"] <= 4 and match.sight()["phase"] == "take":
            yield match, match.to_act[0]
        match.play(match.open()[-1])


def test_what_the_altar_made_of_goods_is_certain_to_nobody_before_it_is_turned_over():
    """B13: what lies face down decides it, however alike the worlds were that somebody happened to imagine."""
    looked = [
        what_if(match, seat, text)
        for seed in range(12)
        for match, seat in near_the_end(seed)
        for text in match.menu(seat).open
    ]
    ending = [shown for shown in looked if shown["more"]]
    assert len(ending) > 10
    assert not [event for shown in looked for event in shown["events"] if event["event"] in ("ended", "valued")]


def test_what_is_called_certain_is_so_in_worlds_that_were_not_looked_at(kind):
    claims = 0
    for number, state in enumerate(kind.states(40)):
        match = Match.resumed(kind.match(0), state)
        for seat in match.to_act:
            text = match.menu(seat).texts[0]
            told = what_if(match, seat, text)["events"]
            for world in range(100, 106):
                other = Match.resumed(match, kind.game.resampled(state, seat, generator(world + number)))
                other.play(text, seat)
                assert [event.as_json() for event in other.story(seat, 1)][: len(told)] == told
                claims += len(told)
    assert claims > 50
