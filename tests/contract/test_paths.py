"""What a seat knows of the moves that were made, with which a thinker goes on: no more than it was told."""

from unittest import mock

from pasar.bots import search
from pasar.bots.contract import Budget, Position
from pasar.bots.search import STRONG, SearchBot
from pasar.kernel.rng import generator
from pasar.match.match import Match

TRIED = 6  # open moves of a decision that are compared with each other
LITTLE = Budget(simulations=40)


def played(kind, seed, most):
    """A match after at most so many decisions of anybody."""
    match = kind.match(seed)
    for number, (_, seat, action) in enumerate(kind.walk(seed)):
        if number >= most and match.game.spoken.text(match.state, seat, action) is not None:
            match.act(seat, action)
            return match
        match.act(seat, action)
    return match


def after(match, state, text, seat):
    """A match of its own that goes on from a state with one move."""
    other = Match.resumed(match, state)
    other.play(text, seat)
    return other


def told(match, onlooker):
    """What the last move told somebody, and what they see now."""
    return match.stories(len(match), (onlooker,)), match.sights((onlooker,), memory=True), match.to_act


def alike(match, other, onlooker, seat, text):
    """Another move than `text` in another world, of which the onlooker is told the same; None if there is none."""
    true = told(after(match, match.state, text, seat), onlooker)
    for choice in other.menu(seat).texts[:TRIED]:
        if choice != text and told(after(other, other.state, choice, seat), onlooker) == true:
            return choice
    return None


def test_all_seats_together_know_the_whole_way(kind, often):
    for seed in range(often(5)):
        match = played(kind, seed, 200)
        state = match.dealt.copy()
        match.game.compiled.start(state, None)
        paths = [match.path(seat) for seat in range(match.players)]
        assert len(match) > 0
        for number, (seat, _) in enumerate(match.moves):
            step = paths[seat][number]
            assert step.seat == seat and step.actions
            for action in step.actions:
                assert match.game.compiled.is_open(state, seat, action)
                match.game.compiled.apply(state, seat, action, None)
        assert state.tobytes() == match.state.tobytes()


def test_a_way_is_the_same_however_often_it_is_asked_for_and_from_copies(kind):
    match, asked = kind.match(3), []
    for number, (_, seat, action) in enumerate(kind.walk(3)):
        if number > 60:
            break
        match.act(seat, action)
        asked.append(match.path(0))
    fork = match.fork()
    assert fork.path(0) == match.path(0) == asked[-1]
    fork.undo()
    assert fork.path(0) == match.at(len(fork)).path(0)
    assert len(match.path(0)) == len(match) == len(fork) + 1


def test_a_move_of_which_another_would_have_told_the_same_is_not_known(kind, often):
    hidden = 0
    for seed in range(often(4)):
        for most in range(5, 100, 9):
            match = played(kind, seed, most)
            for seat in match.to_act:
                for onlooker in set(range(match.players)) - {seat}:
                    for text in match.menu(seat).texts[:TRIED]:
                        if alike(match, match, onlooker, seat, text) is not None:
                            hidden += 1
                            assert after(match, match.state, text, seat).path(onlooker)[-1].actions == ()
    assert hidden or not kind.game.simultaneous  # where only some moves are secret, the next test plays them


def test_what_is_hidden_changes_no_thought_of_who_thinks_ahead(kind, often):
    """Two worlds that a seat cannot tell apart, in which others even choose differently in secret, and two thinkers."""
    kept, begun = 0, 0
    for seed in range(often(6)):
        match = played(kind, seed, 10 + 7 * seed)
        if match.over:
            continue
        begun += 1
        seat = match.to_act[0]
        worlds = [Match.resumed(match, state) for state in (match.state, resampled(match, seat, seed))]
        with mock.patch.object(search, "prune", wraps=search.prune) as prune:
            for _ in both_play_on(worlds, seat, often(30)):
                assert worlds[0].path(seat) == worlds[1].path(seat)
            kept += prune.call_count
    # With some decks there is nothing to decide between two choices, and some games are over before.
    assert kept > 0 or kind.brings_a_file or not begun


def resampled(match, seat, seed):
    return match.game.resampled(match.state, seat, generator(seed))


def both_play_on(worlds, seat, moves):
    """A thinker at the seat of each world, the same seed for both; others do what tells the seat the same in both."""
    match, other = worlds
    bots = [SearchBot(STRONG, 5) for _ in worlds]
    for _ in range(moves):
        if match.over:
            return
        positions = [Position.of(world, seat, with_path=True) for world in worlds]
        if seat in match.to_act:
            decisions = [bot.decide(position, LITTLE) for bot, position in zip(bots, positions, strict=True)]
            assert decisions[0].move == decisions[1].move and decisions[0].expected == decisions[1].expected
            # Each decision of a move makes one at least.
            assert decisions[0].simulations == decisions[1].simulations < 40 + len(decisions[0].actions)
            for world in worlds:
                world.play(decisions[0].move, seat)
        else:
            done = [bot.ahead(position, LITTLE) for bot, position in zip(bots, positions, strict=True)]
            assert done[0] == done[1]
            mover = match.to_act[0]
            text = match.menu(mover).texts[-1]
            answer = alike(match, other, seat, mover, text) or text
            if mover not in other.to_act or not other.is_open(answer, mover):
                return  # somebody holds something else there
            if told(after(match, match.state, text, mover), seat) != told(
                after(other, other.state, answer, mover), seat
            ):
                return  # the difference was revealed
            match.play(text, mover)
            other.play(answer, mover)
        if told(match, seat) != told(other, seat):
            return
        yield
