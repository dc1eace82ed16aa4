"""No piece is lost and none appears, at any move. What a game's box holds, tests/games/NAME/pieces.py says."""

from pasar.kernel.rng import generator


def test_pieces_are_conserved_at_every_move(kind, page, often):
    box = page("games", kind.game.name, "pieces.py")
    for seed in range(often(20)):
        first = last = None
        for state, _, _ in kind.walk(seed):
            first = first or box.pieces(state)
            assert box.pieces(state) == first
            assert all((counts >= 0).all() for counts in box.never_negative(state))
            sinking = box.never_rising(state)
            assert last is None or all(sinking[name] <= last[name] for name in last)
            last = sinking
        assert box.expected(kind.rules).items() <= box.pieces(state).items()


def test_pieces_are_complete_when_the_game_is_over(kind, page):
    """The last state, which is no decision any more, is complete as well."""
    box = page("games", kind.game.name, "pieces.py")
    match = kind.match(2)
    begun = box.pieces(match.state)
    for _, seat, action in kind.walk(2):
        match.act(seat, action)
    assert match.over
    assert box.pieces(match.state) == begun


def test_what_a_seat_imagines_can_be_played_to_the_end_with_the_same_pieces(kind, page, walker, often):
    box = page("games", kind.game.name, "pieces.py")
    for number, state in enumerate(kind.states(often(40))):
        truth = box.in_any_world(state)
        for seat in range(kind.players):
            other = kind.game.resampled(state, seat, generator(number))
            imagined, taste = box.pieces(other), walker(number)
            assert box.in_any_world(other) == truth
            while not kind.game.compiled.over(other):
                kind.game.compiled.apply(other, *taste.choose(kind.game, other), None)
                assert all((counts >= 0).all() for counts in box.never_negative(other))
            assert box.pieces(other) == imagined
