"""Random games of every kind: they end, they repeat, and what is open is asked in one way or another alike."""

from collections import Counter

import numpy as np

from pasar.kernel.bits import size
from pasar.kernel.rng import generator, tape

LARGEST_STATE = 512  # bytes
NEVER_AN_ACTION = (-1, 63, 64, 65, 127, 200, 2**31)


def test_a_game_ends_within_its_bound(kind, often):
    for seed in range(often(100)):
        assert 0 < sum(1 for _ in kind.walk(seed)) < kind.game.rules.LONGEST


def test_t1_whatever_is_asked_has_two_answers(kind, often):
    for seed in range(often(50)):
        for state, _, _ in kind.walk(seed):
            acting = kind.game.to_act(state)
            assert acting
            for seat in acting:
                assert size(kind.game.compiled.open_actions(state, seat)) >= 2


def test_several_act_at_once_only_in_games_that_say_so(kind):
    at_once = any(len(kind.game.to_act(state)) > 1 for state, _, _ in kind.walk(1))
    assert at_once == kind.game.simultaneous


def test_is_open_agrees_with_the_open_set_for_every_seat_and_number(kind, often):
    for state in kind.states(often(60)):
        acting = kind.game.to_act(state)
        for seat in range(-1, 6):
            actions = int(kind.game.compiled.open_actions(state, seat))
            assert (actions != 0) == (seat in acting)
            assert actions < 1 << kind.game.rules.ACTIONS
            for action in range(kind.game.rules.ACTIONS):
                assert kind.game.compiled.is_open(state, seat, action) == bool(actions >> action & 1), (seat, action)
            for action in NEVER_AN_ACTION:
                assert not kind.game.compiled.is_open(state, seat, action), (seat, action)


def test_nothing_is_open_when_the_game_is_over(kind, walker):
    state = kind.deal(1)
    kind.game.compiled.start(state, None)
    walker(1).play_on(kind.game, state)
    assert kind.game.to_act(state) == ()
    for seat in range(-1, 6):
        assert int(kind.game.compiled.open_actions(state, seat)) == 0
        assert not any(kind.game.compiled.is_open(state, seat, action) for action in range(-1, 70))


def test_t2_the_same_seed_gives_the_same_game(kind, often):
    for seed in range(often(10)):
        courses = [[(s.tobytes(), seat, action) for s, seat, action in kind.walk(seed)] for _ in range(2)]
        assert courses[0] == courses[1]


def test_t2_another_seed_gives_another_deal(kind):
    """Unless there are so few deals that chance gives each of them several times."""
    deals = Counter(kind.deal(seed).tobytes() for seed in range(50)).values()
    assert max(deals) == 1 or (len(deals) > 1 and min(deals) > 1)


def test_t2_a_deal_reads_its_words_from_a_tape_and_no_more(kind):
    """A generator's words on a tape give the generator's deal, and the tape was not read beyond what is promised."""
    words = _words(99, kind.game.rules.DEAL_NUMBERS)
    dealt, on_tape = kind.game.blank(kind.rules), tape(words)
    kind.game.compiled.deal(dealt, on_tape)
    assert dealt.tobytes() == kind.deal(99).tobytes()
    assert 0 < int(on_tape[0]) - 1 <= kind.game.rules.DEAL_NUMBERS


def test_t2_every_word_of_the_largest_table_matters(game):
    """With all options on and as many seats as there are, no promised word is left unread."""
    options = {option.name: True for option in game.options if not option.is_file}
    blank, on_tape = game.blank(game.check(game.seats.stop - 1, **options)), tape(_words(7, game.rules.DEAL_NUMBERS))
    game.compiled.deal(blank, on_tape)
    assert int(on_tape[0]) - 1 == game.rules.DEAL_NUMBERS


def _words(seed: int, count: int) -> list[int]:
    source, mask = int(generator(seed)[0]), 2**64 - 1
    words = []
    for _ in range(count):
        source = (source + 0x9E3779B97F4A7C15) & mask
        word = ((source ^ (source >> 30)) * 0xBF58476D1CE4E5B9) & mask
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & mask
        words.append(word ^ (word >> 31))
    return words


def test_copies_share_nothing(kind, walker, often):
    for state in kind.states(often(30)):
        copy = state.copy()
        before = state.tobytes()
        walker(3).play_on(kind.game, copy)
        assert state.tobytes() == before
        assert copy.tobytes() != before


def test_a_batch_of_games_is_an_array_of_records(kind, walker):
    """Playing one record of an array leaves its neighbours as they were."""
    batch = np.concatenate([kind.deal(seed) for seed in range(3)])
    neighbours = [batch[0:1].tobytes(), batch[2:3].tobytes()]
    kind.game.compiled.start(batch[1:2], None)
    walker(0).play_on(kind.game, batch[1:2])
    assert [batch[0:1].tobytes(), batch[2:3].tobytes()] == neighbours


def test_a_state_is_small(game):
    assert game.state.STATE.itemsize <= LARGEST_STATE
    assert game.rules.ACTIONS <= 64
