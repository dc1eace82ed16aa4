"""Hypothesis plays: moves, wrong moves, ways back, saving, imagining in any order. A list of moves is the yardstick."""

import json

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pasar.errors import MoveNotOpen, NotYourMove, PasarError, UnreadableMove
from pasar.kernel.rng import generator
from pasar.match.record import replay

NUMBER = st.integers(0, 10**6)
GARBLED = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["", " ", "Take 1", "take 5", "take", "buy", "play rice*4", "bid", "bid b1r1", "bid r0", "a", "E"]),
    st.none(),
    st.integers(),
    st.lists(st.integers(), max_size=2),
)


class Machine(RuleBasedStateMachine):
    kind = None  # set by the test
    walker = None

    @initialize(seed=NUMBER)
    def deal(self, seed):
        self.match = self.kind.match(seed)
        self.made = []

    def unchanged(self, error, move, *arguments):
        before = self.match.state.tobytes(), self.match.moves
        with pytest.raises(error) as refused:
            move(*arguments)
        assert type(refused.value) is error and "\n" not in str(refused.value)
        assert (self.match.state.tobytes(), self.match.moves) == before

    @precondition(lambda self: not self.match.over)
    @rule(number=NUMBER)
    def play(self, number):
        seat = self.match.to_act[number % len(self.match.to_act)]
        texts = self.match.open(seat)
        self.note(seat, texts[number % len(texts)])

    def note(self, seat, text):
        self.match.play(text, seat)
        self.made.append((seat, text))

    @precondition(lambda self: not self.match.over)
    @rule(seed=NUMBER, moves=st.integers(1, 40))
    def play_on(self, seed, moves):
        """Far into the game, so that its later parts are met as well."""
        taste = self.walker(seed)
        for _ in range(moves):
            if self.match.over:
                break
            seat = taste.random.choice(self.match.to_act)
            texts = self.match.open(seat)
            self.note(seat, taste.random.choice(texts[:12]))

    @precondition(lambda self: not self.match.over)
    @rule(number=NUMBER, text=GARBLED)
    def garbled(self, number, text):
        seat = self.match.to_act[number % len(self.match.to_act)]
        try:
            self.kind.game.spoken.action(self.match.state, text)
        except UnreadableMove:
            self.unchanged(UnreadableMove, self.match.play, text, seat)

    @rule(seat=st.integers(-2, 7))
    def not_yours(self, seat):
        if seat not in self.match.to_act:
            self.unchanged(NotYourMove, self.match.play, "pass", seat)
            self.unchanged(NotYourMove, self.match.act, seat, 0)
            self.unchanged(NotYourMove, self.match.open, seat)

    @precondition(lambda self: not self.match.over)
    @rule(action=st.integers(-3, 80))
    def closed(self, action):
        seat = self.match.to_act[0]
        if not self.kind.game.compiled.is_open(self.match.state, seat, action):
            self.unchanged(MoveNotOpen, self.match.act, seat, action)

    @rule()
    def undo(self):
        if not self.made:
            self.unchanged(PasarError, self.match.undo)
        else:
            assert self.match.undo() == self.made.pop()

    @rule()
    def save_and_load(self):
        loaded = replay(json.loads(json.dumps(self.match.record())))
        assert loaded.state.tobytes() == self.match.state.tobytes()
        assert loaded.story(all_seeing=True) == self.match.story(all_seeing=True)

    @precondition(lambda self: not self.match.over)
    @rule(number=NUMBER)
    def imagine(self, number):
        """A seat imagines another world and plays it to its end; the match does not notice."""
        before = self.match.state.tobytes()
        other = self.kind.game.resampled(self.match.state, number % self.kind.players, generator(number))
        self.walker(number).play_on(self.kind.game, other)
        assert self.match.state.tobytes() == before

    @invariant()
    def the_match_is_what_was_played(self):
        assert list(self.match.moves) == self.made
        assert [sum(parts.values()) for parts in self.match.breakdown] == self.match.points
        assert bool(self.match.to_act) != self.match.over
        assert bool(self.match.winners) == self.match.over


def test_any_order_of_calls_keeps_a_match_sound(kind, walker, often):
    machine = type("Machine", (Machine,), {"kind": kind, "walker": walker})
    run_state_machine_as_test(machine, settings=settings(max_examples=often(12), stateful_step_count=25, deadline=None))
