"""How many ways there are to go on from a fixed position: exact numbers, since all chance is in the deal (T2)."""

from pathlib import Path

import pytest

from pasar.games.contract import actions_in
from pasar.match.record import read, replay

RECORDS = Path(__file__).parents[1] / "records"

# By the kind of table: sequences of 1, 2, 3, ... decisions from the deal of seed 1.
FROM_DEALS = {
    "bali-2": [3, 12, 36, 144, 405, 1548, 4740],
    "bali-2-demon": [3, 9, 27, 81, 234, 696, 1953],
    "bali-2-oracle": [3, 12, 36, 144, 405, 1548, 4740],
    "bali-2-oracle-demon": [3, 9, 27, 81, 234, 696, 1953],
    "bali-3": [3, 12, 36, 144, 648, 2052, 7776],
    "bali-3-demon": [3, 9, 27, 81, 333, 999, 2997],
    "bali-3-oracle": [3, 12, 36, 144, 648, 2052, 7776],
    "bali-3-oracle-demon": [3, 9, 27, 81, 333, 999, 2997],
    "bali-4": [3, 12, 36, 144, 648, 2052, 8640],
    "bali-4-demon": [3, 9, 27, 81, 333, 999, 3645],
    "bali-4-oracle": [3, 12, 36, 144, 648, 2052, 8640],
    "bali-4-oracle-demon": [3, 9, 27, 81, 333, 999, 3645],
    "basari-3": [3, 9, 27, 99, 369, 1395, 5505],
    "basari-3-idle": [3, 9, 27, 99, 369, 1395, 5505],
    "basari-4": [3, 9, 27, 81, 297, 1107, 4185],
    "basari-4-idle": [3, 9, 27, 81, 297, 1107, 4185],
    "basari-5": [4, 16, 64, 256, 1024, 4096, 16384],
    "basari-5-idle": [4, 16, 64, 256, 1024, 4096, 16384],
}

# By game and line of its records: sequences of decisions, and of whole moves as texts, from the middle of that game.
FROM_RECORDS = {
    ("bali", 1): ([4, 17, 66, 308], [4, 17]),
    ("bali", 6): ([4, 10, 30, 90], [4, 10]),
    ("bali", 11): ([5, 15, 60, 240], [5, 15]),
    ("bali", 16): ([2, 6, 14, 42], [2, 6]),
    ("bali", 21): ([4, 12, 48, 198], [4, 12]),
    ("bali", 26): ([5, 10, 35, 155], [5, 10]),
    ("bali", 31): ([4, 17, 68, 290], [4, 17]),
    ("bali", 36): ([4, 16, 48, 112], [4, 16]),
    ("bali", 41): ([5, 10, 40, 190], [5, 10]),
    ("bali", 46): ([3, 13, 43, 169], [3, 13]),
    ("bali", 51): ([4, 11, 24, 87], [4, 11]),
    ("bali", 56): ([2, 6, 18, 54], [2, 6]),
    ("basari", 1): ([3, 9, 27, 99], [3, 9]),
    ("basari", 6): ([5, 31, 145, 717], [656]),
    ("basari", 11): ([3, 9, 27, 81], [3, 9]),
    ("basari", 16): ([3, 10, 27, 72], [31, 77]),
    ("basari", 21): ([2, 4, 8, 16], [2, 4]),
    ("basari", 26): ([4, 16, 64, 349], [4, 16]),
}


def count(game, state, depth):
    """Sequences of decisions. Where several seats choose at once, the lowest that has not chosen goes first."""
    if depth == 0 or game.doors.over(state):
        return 1
    seat = game.to_act(state)[0]
    actions = game.doors.open_actions(state, seat)
    if depth == 1:
        return int(actions).bit_count()
    total = 0
    for action in actions_in(actions):
        after = state.copy()
        game.doors.apply(after, seat, action, None)
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


def test_t2_perft_from_a_deal(kind):
    state = kind.deal(1)
    kind.game.doors.start(state, None)
    expected = FROM_DEALS[str(kind)]
    assert [count(kind.game, state, depth) for depth in range(1, len(expected) + 1)] == expected


def test_perft_by_texts_is_perft_by_actions_where_nothing_is_bid(kind):
    """The opening moves of both games are one action each."""
    assert [count_texts(kind.match(1), depth) for depth in (1, 2, 3)] == FROM_DEALS[str(kind)][:3]


@pytest.mark.parametrize(("game_name", "line"), FROM_RECORDS)
def test_t2_perft_from_the_middle_of_a_game(game_name, line):
    actions, texts = FROM_RECORDS[game_name, line]
    match = position(game_name, line)
    assert [count(match.game, match.state, depth) for depth in range(1, len(actions) + 1)] == actions
    assert [count_texts(match, depth) for depth in range(1, len(texts) + 1)] == texts
