"""What is hidden stays hidden: whatever a seat cannot know can be changed without its noticing anything.

`resample` and, as a check on it, tests/games/NAME/hidden.py change what a seat cannot know.
"""

import json

from pasar.games.contract import actions_in
from pasar.games.events import read
from pasar.kernel.bits import size
from pasar.kernel.rng import generator
from pasar.kernel.story import blank_story, told


def noticed(kind, state, seat):
    """Everything that the seat can notice about a state, as bytes."""
    game = kind.game
    views = [game.view(state, seat, memory) for memory in (False, True)]
    actions = list(actions_in(game.doors.open_actions(state, seat)))
    texts = [game.spoken.text(state, seat, action) for action in actions]
    return json.dumps([views, game.to_act(state), actions, texts]), game.observation(state, seat).tobytes()


def seen_by_all(kind, state):
    """What a spectator can notice."""
    return json.dumps([kind.game.view(state, None, memory) for memory in (False, True)])


def test_a_resampled_state_looks_the_same_to_the_seat_and_to_a_spectator(kind, often):
    looked = 0
    for number, state in enumerate(kind.states(often(150))):
        for seat in range(kind.players):
            other = kind.game.resampled(state, seat, generator(number))
            assert noticed(kind, other, seat) == noticed(kind, state, seat)
            assert seen_by_all(kind, other) == seen_by_all(kind, state)
            looked += 1
    assert looked >= often(300)


def test_a_resampled_state_depends_on_nothing_hidden(kind, often):
    """Resampling a resampled state from the same source gives the same again: nothing of the truth was left in it."""
    for number, state in enumerate(kind.states(often(300))):
        for seat in range(kind.players):
            once = kind.game.resampled(state, seat, generator(number))
            other = kind.game.resampled(state, seat, generator(number + 1))
            assert once.tobytes() == kind.game.resampled(other, seat, generator(number)).tobytes()


def test_t1_whoever_is_asked_has_a_choice_in_every_world_that_others_imagine(kind, often):
    """That somebody was asked at all is seen by everybody: they have two open actions at least."""
    for number, state in enumerate(kind.states(often(1500))):
        for seat in range(kind.players):
            other = kind.game.resampled(state, seat, generator(number))
            for asked in kind.game.to_act(state):
                assert size(kind.game.doors.open_actions(other, asked)) >= 2


def test_what_is_hidden_changes(kind, often):
    """While a game is on, its future is hidden: resampled states are not all alike, and some are not the truth."""
    changed = 0
    for state in kind.states(often(60)):
        for seat in range(kind.players):
            worlds = {kind.game.resampled(state, seat, generator(number)).tobytes() for number in range(8)}
            changed += len(worlds) > 1
    assert changed > often(60)


def test_hidden_cards_can_be_exchanged_unnoticed(kind, page, often, plenty):
    """Not through `resample`: each game's own page changes the state by hand."""
    hidden = page("games", kind.game.name, "hidden.py")
    exchanged = dict.fromkeys(hidden.EXCHANGES, 0)
    for number, state in enumerate(kind.states(often(300))):
        for seat in range(kind.players):
            before = noticed(kind, state, seat)
            for name, exchange in hidden.EXCHANGES.items():
                other = state.copy()
                if exchange(other[0], seat, number):
                    exchanged[name] += other.tobytes() != state.tobytes()
                    assert noticed(kind, other, seat) == before, name
                    same = [kind.game.resampled(each, seat, generator(number)).tobytes() for each in (state, other)]
                    assert same[0] == same[1], name
    for name, count in exchanged.items():
        assert count > 0 or not plenty or not hidden.can_happen(name, kind.rules), name


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


def test_the_next_decision_tells_others_nothing_that_was_hidden(kind, often):
    """What an onlooker hears of a seat's move is the same in a world that the onlooker cannot tell from the truth."""
    for number, state in enumerate(kind.states(often(60))):
        for onlooker in range(kind.players):
            other = kind.game.resampled(state, onlooker, generator(number))
            for seat in kind.game.to_act(state):
                if seat == onlooker:
                    for action in list(actions_in(kind.game.doors.open_actions(state, seat)))[:5]:
                        first = [_heard(kind.game, each, seat, action, onlooker) for each in (state, other)]
                        assert first[0] == first[1]


def _heard(game, state, seat, action, onlooker):
    """The first thing that an onlooker hears of a decision: before any card is turned that nobody could know."""
    after, story = state.copy(), blank_story()
    game.doors.apply(after, seat, action, story)
    return [read(game, row, onlooker) for row in told(story)][:1]
