"""Saving, loading, undoing and replaying reach exactly the same state again, at every move of a game."""

import json

import pasar
from pasar.match.record import replay


def _played(kind, seed):
    match = kind.match(seed)
    for _, seat, action in kind.walk(seed):
        match.act(seat, action)
    assert match.over
    return match


def test_saving_and_loading_at_every_move_gives_the_same_state(kind, often):
    for seed in range(often(2)):
        match = kind.match(seed)
        for number, (seat, text) in enumerate(_played(kind, seed).moves):
            if number % 7 == 0 or number < 30:
                loaded = replay(json.loads(json.dumps(match.record())))
                assert loaded.state.tobytes() == match.state.tobytes()
                assert loaded.record() == match.record()
            match.play(text, seat)
        assert replay(match.record()).state.tobytes() == match.state.tobytes()


def test_a_saved_match_is_loaded_from_its_file(kind, tmp_path):
    match = _played(kind, 5)
    match.save(str(tmp_path / "game.jsonl"))
    loaded = pasar.load(str(tmp_path / "game.jsonl"))
    assert loaded.record() == match.record()
    assert loaded.over and loaded.winners == match.winners and loaded.breakdown == match.breakdown


def test_undo_goes_back_move_by_move_and_the_same_moves_lead_forth_again(kind):
    match = _played(kind, 3)
    moves = match.moves
    reference = kind.match(3)
    states = [reference.state.tobytes()]
    for seat, text in moves:
        reference.play(text, seat)
        states.append(reference.state.tobytes())
    back = min(25, len(moves))
    for number in range(len(moves) - 1, len(moves) - 1 - back, -1):
        assert match.undo() == moves[number]
        assert match.state.tobytes() == states[number]
        assert match.moves == moves[:number]
    for number in range(len(moves) - back, len(moves)):
        seat, text = moves[number]
        match.play(text, seat)
        assert match.state.tobytes() == states[number + 1]
    assert match.record() == reference.record()
    assert match.story(all_seeing=True) == reference.story(all_seeing=True)


def test_at_shows_the_match_as_it_was(kind):
    match = _played(kind, 4)
    before = match.record()
    walked = kind.match(4)
    for number, (seat, text) in enumerate(match.moves[:40]):
        if number % 8 == 0:
            assert match.at(number).state.tobytes() == walked.state.tobytes()
        walked.play(text, seat)
    assert match.at(len(match.moves)).record() == before == match.record()
