"""A deal as JSON: what comes out goes in again, and what the box does not allow is refused in one line."""

import copy
import json

import pytest

from pasar.errors import BadSetup
from pasar.games.basari import GAME
from pasar.kernel.rng import generator

RULES = GAME.check(4)


@pytest.fixture
def setup():
    return GAME.deals.setup(GAME.deal(RULES, generator(5)))


def test_a_setup_survives_json(setup):
    dealt = GAME.deal(RULES, generator(5))
    assert GAME.deals.load(RULES, json.loads(json.dumps(setup))).tobytes() == dealt.tobytes()


def test_a_setup_has_cards_without_zeros_and_three_decks(setup):
    assert setup["cards"][0] == {"workers": 2, "points": 6, "gems": {"r": 2}}
    assert [sorted(ids) for ids in setup["decks"]] == [list(range(39))] * 3


def test_zeros_may_be_written_and_unknown_keys_stand_beside(setup):
    wanted = GAME.deals.load(RULES, setup).tobytes()
    setup["cards"][0]["gems"] = {"r": 2, "y": 0, "g": 0, "b": 0}
    setup["comment"] = "a fine deal"
    assert GAME.deals.load(RULES, setup).tobytes() == wanted


def test_the_cards_of_a_setup_replace_a_deck_file(setup):
    state = GAME.deals.load({**RULES, "deck": "gone.csv"}, setup)
    assert state[0].cards[0].tolist() == [2, 6, 2, 0, 0, 0]


def put(value, *path):
    """A change to a setup: `value` at this place."""

    def change(setup):
        place = setup
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda setup: setup.pop("cards"), "lacks cards"),
        (lambda setup: setup.pop("decks"), "lacks decks"),
        (lambda setup: setup["cards"].pop(), "list of 39, not 38"),
        (lambda setup: setup["decks"].pop(), "list of 3, not 2"),
        (put("many", "cards"), "list of 39, not 'many'"),
        (put(7, "cards", 3), "card 3 must look like"),
        (put(None, "cards", 3, "gems"), "card 3 must look like"),
        (put({"p": 2}, "cards", 3, "gems"), "no gems 'p'"),
        (put({"r": -1, "b": 3}, "cards", 3, "gems"), "gems r must be a whole number"),
        (put({"r": True, "b": 3}, "cards", 3, "gems"), "gems r must be a whole number"),
        (put({"r": 5}, "cards", 3, "gems"), "5 gems where a card has 2 to 4"),
        (put(2.0, "cards", 3, "workers"), "workers must be a whole number"),
        (put(9, "cards", 3, "workers"), "9 workers where a card has 1 to 4"),
        (put(10**30, "cards", 3, "points"), "points where a card has 4 to 7"),
        (lambda setup: setup["cards"][3].pop("points"), "points must be a whole number"),
        (put("x", "decks", 1), "deck 2 must be a list"),
        (put("0", "decks", 1, 0), "deck 2: a card id must be a whole number"),
        (put(39, "decks", 1, 0), "deck 2 must have each card"),
        (lambda setup: setup["decks"][2].append(39), "no card 39"),
        (lambda setup: setup["decks"][2].append(5), "5 is there 2 times"),
        (lambda setup: setup["decks"][2].pop(), "is there 0 times"),
    ],
)
def test_a_bad_setup_is_refused(setup, change, reason):
    broken = copy.deepcopy(setup)
    change(broken)
    with pytest.raises(BadSetup) as refusal:
        GAME.deals.load(RULES, broken)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("setup", [None, [], "cards", 7])
def test_a_setup_is_an_object(setup):
    with pytest.raises(BadSetup, match="an object with cards and decks"):
        GAME.deals.load(RULES, setup)
