"""Moves as texts and as numbers say the same, both ways."""

from pasar.games.contract import actions_in


def test_every_text_is_played_and_noted_as_it_was_read(kind, walker, often):
    for seed in range(often(3)):
        match, taste = kind.match(seed), walker(seed)
        while not match.over:
            seat = taste.random.choice(match.to_act)
            texts = match.open(seat)
            assert len(set(texts)) == len(texts) >= 2
            assert match.is_open(taste.random.choice(texts), seat)
            text = taste.random.choice(texts[:20])
            match.play(text, seat)
            assert match.moves[-1] == (seat, text)


def test_every_open_text_leads_to_a_state_of_its_own(kind, often):
    for state in kind.states(often(30)):
        for seat in kind.game.to_act(state):
            texts = kind.game.spoken.menu(state, seat).texts[:200]
            assert len({_after(kind.game, state, seat, text) for text in texts}) == len(texts)


def _after(game, state, seat, text):
    """The state after a whole move; fails if one of its actions is not open."""
    after, made = state.copy(), state["moves"][0]
    while after["moves"][0] == made:
        action = game.spoken.action(after, text)
        assert game.compiled.is_open(after, seat, action), text
        game.compiled.apply(after, seat, action, None)
    return after.tobytes()


def test_every_open_action_has_a_text_or_goes_on(kind, often):
    for state in kind.states(often(100)):
        for seat in kind.game.to_act(state):
            texts = set(kind.game.spoken.menu(state, seat).texts)
            for action in actions_in(kind.game.compiled.open_actions(state, seat)):
                text = kind.game.spoken.text(state, seat, action)
                if text is not None:
                    assert text in texts
                    assert kind.game.spoken.action(state, text) == action


def test_the_texts_are_exactly_what_the_actions_can_spell(kind, often):
    """Spelling every way through the actions of a move gives each text once, and none that is not listed."""
    for state in kind.states(often(30)):
        for seat in kind.game.to_act(state):
            listed = kind.game.spoken.menu(state, seat).texts
            if len(listed) <= 300:
                assert sorted(_spelled(kind.game, state, seat)) == sorted(listed)


def _spelled(game, state, seat):
    for action in actions_in(game.compiled.open_actions(state, seat)):
        text = game.spoken.text(state, seat, action)
        if text is not None:
            yield text
        else:
            after = state.copy()
            game.compiled.apply(after, seat, action, None)
            yield from _spelled(game, after, seat)


def test_numbers_give_the_same_record_as_texts(kind, often):
    for seed in range(often(5)):
        by_number = kind.match(seed)
        for _, seat, action in kind.walk(seed):
            by_number.act(seat, action)
        by_text = kind.match(seed)
        for seat, text in by_number.moves:
            by_text.play(text, seat)
        assert by_text.record() == by_number.record()
        assert by_text.state.tobytes() == by_number.state.tobytes()
        assert by_text.story(all_seeing=True) == by_number.story(all_seeing=True)
