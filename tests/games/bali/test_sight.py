"""B18 at the places where something is shown to one and to nobody else."""

import json

import pytest

import pasar
from pasar.games.bali import GAME
from pasar.match.match import Match

EVERYBODY = (0, 1, 2, None)


def told(table, name, *moves):
    """The event of this name that the last move tells, as each of EVERYBODY is sent it."""
    match = Match.resumed(pasar.new("bali", players=3), table.state)
    for move in moves:
        match.play(move)
    stories = [json.loads(story) for story in match.stories(len(match), EVERYBODY)]
    return [next(event for event in story if event["event"] == name) for story in stories]


def test_b16_only_who_asked_sees_what_the_oracle_shows(table):
    game = table(3, oracle=True).altar("rice", "(peanut)", "banana").at("keep")
    own, *others = (GAME.view(game.state, seat)["own"] for seat in (0, 1, 2))
    assert own["oracle"] == ["banana", "peanut", "rice"]
    assert not any("oracle" in each for each in others)
    assert "own" not in GAME.view(game.state, None)


def test_b7_only_the_builder_knows_what_lies_face_down(table):
    game = table(3).seat(0, stone=8, hand={"shrine": 1, "rice": 2}).at("play")
    own, *others = told(game, "gifted", "play shrine", "give peanut", "give peanut", "give rice")
    assert own["good"] == "rice"
    assert not any("good" in each for each in others)


@pytest.mark.parametrize("place", [1, 2])
def test_b16_only_who_kept_a_card_knows_which(table, place):
    game = table(3, oracle=True).altar("rice", "(peanut)", "banana").at("keep")
    own, *others = told(game, "kept", f"keep {place}")
    assert (own["good"], own["place"]) == ({1: "banana", 2: "peanut"}[place], place)
    assert not any("good" in each or "place" in each for each in others)
