"""What is hidden stays hidden: whatever a seat cannot know can be changed without its noticing anything.

`resample` and, as a check on it, tests/games/NAME/hidden.py change what a seat cannot know.
"""

from itertools import chain, count, islice

import pytest

from pasar.kernel.bits import size
from pasar.kernel.rng import generator


@pytest.fixture
def twins(page):
    return page("contract", "twins.py")


def test_a_resampled_state_looks_the_same_to_the_seat_and_to_a_spectator(kind, twins, many):
    for number, state in enumerate(kind.states(many(150))):
        for seat in range(kind.players):
            other = kind.game.resampled(state, seat, generator(number))
            for eyes in (seat, twins.SPECTATOR):
                assert twins.betrayal(kind.game, (state, other), eyes) is None, eyes


def test_whatever_happens_betrays_nothing_that_is_hidden(kind, twins, many):
    """The same moves in a world that an onlooker cannot tell from the true one tell and show them the same."""

    def imagined(state, seat, number):
        return kind.game.resampled(state, seat, generator(number))

    _play_with_twins(kind, twins, imagined, many(600))


def test_whatever_happens_betrays_no_card_that_was_exchanged_by_hand(kind, page, twins, many):
    hidden = page("games", kind.game.name, "hidden.py")
    exchanges = list(hidden.EXCHANGES.values())

    def exchanged(state, seat, number):
        other = state.copy()
        return other if exchanges[number % len(exchanges)](other[0], seat, number) else None

    _play_with_twins(kind, twins, exchanged, many(600))


def _play_with_twins(kind, twins, exchange, steps):
    games = (twins.betrayals(kind, seed, exchange) for seed in count())
    for betrayed in islice(chain.from_iterable(games), steps):
        assert betrayed is None


def test_a_resampled_state_depends_on_nothing_hidden(kind, twins, many):
    """Resampling a resampled state from the same source gives the same again: nothing of the truth was left in it."""
    for number, state in enumerate(kind.states(many(300))):
        for seat in range(kind.players):
            once = kind.game.resampled(state, seat, generator(number))
            other = kind.game.resampled(state, seat, generator(number + 1))
            assert twins.record_difference(once, kind.game.resampled(other, seat, generator(number))) is None


def test_t1_whoever_is_asked_has_a_choice_in_every_world_that_others_imagine(kind, many):
    """That somebody was asked at all is seen by everybody: they have two open actions at least."""
    for number, state in enumerate(kind.states(many(600))):
        for seat in range(kind.players):
            other = kind.game.resampled(state, seat, generator(number))
            for asked in kind.game.to_act(state):
                assert size(kind.game.compiled.open_actions(other, asked)) >= 2


def test_what_is_hidden_changes(kind, often):
    """While a game is on, its future is hidden: resampled states are not all alike, and some are not the truth."""
    changed = 0
    for state in kind.states(often(60)):
        for seat in range(kind.players):
            worlds = {kind.game.resampled(state, seat, generator(number)).tobytes() for number in range(8)}
            changed += len(worlds) > 1
    assert changed > often(60)


def test_hidden_cards_can_be_exchanged_unnoticed(kind, page, twins, often, plenty):
    """Not through `resample`: each game's own page changes the state by hand."""
    hidden = page("games", kind.game.name, "hidden.py")
    exchanged = dict.fromkeys(hidden.EXCHANGES, 0)
    for number, state in enumerate(kind.states(often(300))):
        for seat in range(kind.players):
            for name, exchange in hidden.EXCHANGES.items():
                other = state.copy()
                if exchange(other[0], seat, number):
                    exchanged[name] += other.tobytes() != state.tobytes()
                    assert twins.betrayal(kind.game, (state, other), seat) is None, name
                    same = [kind.game.resampled(each, seat, generator(number)) for each in (state, other)]
                    assert twins.record_difference(*same) is None, name
    for name, times in exchanged.items():
        assert times > 0 or not plenty or not hidden.can_happen(name, kind.rules), name


def test_a_story_tells_no_secret_to_others(kind, often, plenty):
    """An event with a secret has none of its secret values for anybody but its own seat."""
    secrets = {event.name: event.secret for event in kind.game.events.EVENTS.values() if event.secret}
    secret_events = 0
    for seed in range(often(20)):
        match = kind.match(seed)
        for _, seat, action in kind.walk(seed):
            match.act(seat, action)
        for onlooker in (None, *range(kind.players)):
            for heard in match.story(onlooker):
                if heard.name in secrets and heard.seat != onlooker:
                    secret_events += 1
                    assert not heard.whole and not set(secrets[heard.name]) & set(heard.values)
    assert secret_events or not secrets or not plenty


def test_a_difference_is_named_by_the_way_to_it(game, twins):
    sight = {"pot": 2, "seats": [{"chips": 1, "card": "jack"}, {"chips": 1, "card": None}]}
    other = {"pot": 2, "seats": [{"chips": 1, "card": "jack"}, {"chips": 1, "card": "king"}]}
    assert twins.difference(sight, sight) is None
    assert twins.difference(sight, other) == 'seats[1].card: null, "king"'
    assert twins.difference([1, 2], [1, 2, 3], "open") == "open: [1, 2], [1, 2, 3]"
    state = game.blank(game.check())
    after = state.copy()
    after["moves"] = 7
    assert twins.record_difference(state, state) is None
    assert twins.record_difference(state, after) == "moves: 0, 7"
