"""How many ways there are to go on from a fixed position: exact numbers, since all chance is in the deal (T2).

Each game's own are in tests/games/NAME/perft.py.
"""

from pathlib import Path

import pytest

from pasar.games.contract import actions_in
from pasar.match.record import read, replay

RECORDS = Path(__file__).parents[1] / "records"


def count(game, state, depth):
    """Sequences of decisions. Where several seats choose at once, the lowest that has not chosen goes first."""
    if depth == 0 or game.compiled.over(state):
        return 1
    seat = game.to_act(state)[0]
    actions = game.compiled.open_actions(state, seat)
    if depth == 1:
        return int(actions).bit_count()
    total = 0
    for action in actions_in(actions):
        after = state.copy()
        game.compiled.apply(after, seat, action, None)
        total += count(game, after, depth - 1)
    return total


def count_texts(match, depth):
    """Sequences of whole moves, the slow way: a match, its texts, and taking moves back."""
    if depth == 0 or match.over:
        return 1
    seat = match.to_act[0]
    total = 0
    for text in match.open(seat):
        match.play(text, seat)
        total += count_texts(match, depth - 1)
        match.undo()
    return total


def position(game, line):
    """The middle of a recorded game."""
    record = dict(read(RECORDS / f"{game}.jsonl"))[line]
    return replay(record, len(record["moves"]) // 2)


def from_deal(kind, page):
    expected = page("games", kind.game.name, "perft.py").FROM_DEALS[str(kind)]
    assert len(expected) >= 3
    return expected


def test_t2_perft_from_a_deal(kind, page):
    state = kind.deal(1)
    kind.game.compiled.start(state, None)
    expected = from_deal(kind, page)
    assert [count(kind.game, state, depth) for depth in range(1, len(expected) + 1)] == expected


def test_perft_by_texts_is_perft_by_actions(kind, page):
    """The opening moves of every game are one action each."""
    assert [count_texts(kind.match(1), depth) for depth in (1, 2, 3)] == from_deal(kind, page)[:3]


@pytest.mark.parametrize("name", [path.stem for path in sorted(RECORDS.glob("*.jsonl"))])
def test_t2_perft_from_the_middle_of_a_game(name, page):
    for line, (actions, texts) in page("games", name, "perft.py").FROM_RECORDS.items():
        match = position(name, line)
        assert [count(match.game, match.state, depth) for depth in range(1, len(actions) + 1)] == actions, line
        assert [count_texts(match, depth) for depth in range(1, len(texts) + 1)] == texts, line
