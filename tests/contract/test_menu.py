"""What a seat is offered, what its standing orders do, and whether a move showed anything new."""

import random

import pytest

from pasar.errors import BadRules
from pasar.games.words import words
from pasar.kernel.rng import generator
from pasar.match.match import Match


def positions(kind, games):
    """Every position of some random games, as matches that then go on changing."""
    for seed in range(games):
        match, chance = kind.match(seed), random.Random(seed)
        while not match.over:
            yield match
            seat = chance.choice(match.to_act)
            match.play(chance.choice(match.open(seat)), seat)


def test_the_lowest_move_that_can_be_put_together_is_named(kind, often):
    for match in positions(kind, often(4)):
        for seat in match.to_act:
            build = match.menu(seat).build
            assert build is None or build.least == build.texts()[0]


def test_what_a_menu_closes_is_not_open_and_has_a_reason_in_words(kind, often):
    english = words(kind.game.package, "en")
    for match in positions(kind, often(4)):
        for seat in match.to_act:
            for text, code, values in match.menu(seat).closed:
                assert not match.is_open(text, seat)
                assert english.say("reasons", code, **values)


def test_a_move_that_reveals_nothing_could_have_been_foreseen(kind, often):
    """In every world that the mover could imagine before such a move, the mover sees the same after it.

    Left out are worlds where the rules answer for others (T1) whom they asked in truth: who is asked, has a choice.
    """
    foreseen = 0
    for seed in range(often(8)):
        match, chance = kind.match(seed), random.Random(seed)
        while not match.over:
            seat = chance.choice(match.to_act)
            text = chance.choice(match.open(seat))
            before = match.state
            match.play(text, seat)
            if match.revealed(len(match.moves)):
                continue
            seen = match.view(seat, memory=True)
            for world in range(3):
                other = Match.resumed(match, kind.game.resampled(before, seat, generator(world)))
                other.play(text, seat)
                if other.state["moves"] == match.state["moves"]:
                    foreseen += 1
                    assert other.view(seat, memory=True) == seen, text
    assert foreseen > 0


def test_standing_orders_answer_only_with_open_moves(kind, often):
    chosen = [{order.name: order.words[-1] if order.words else 2} for order in kind.game.orders.ORDERS]
    everything = {name: value for orders in chosen for name, value in orders.items()}
    answered = 0
    for match in positions(kind, often(4)):
        for seat in match.to_act:
            for orders in (*chosen, everything, {}):
                text = kind.game.orders.answer(match.state, seat, orders)
                answered += text is not None
                assert text is None or match.is_open(text, seat)
                assert orders or text is None
    assert answered > 0 or not chosen


def test_standing_orders_that_cannot_be_are_refused(game):
    with pytest.raises(BadRules, match="no standing order"):
        game.check_orders({"fly": 1})
    for order in game.orders.ORDERS:
        for value in ("sometimes", -1, 10_000, True, None, 1.5):
            with pytest.raises(BadRules, match=order.name):
                game.check_orders({order.name: value})
        game.check_orders({order.name: order.words[0] if order.words else order.least})
        for language in ("en", "de", "fr"):
            assert order.name in words(game.package, language).tables["orders"]
