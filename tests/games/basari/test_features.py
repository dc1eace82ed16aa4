"""What Basari's net is told about a position."""

import numpy as np
import pytest

from pasar.games import find
from pasar.games.basari import counting
from pasar.games.basari.box import STAGES, WORKERS_NEEDED
from pasar.kernel.rng import game_source

GAME = find("basari")
PAID, MORE_PAID, LEAD, _, _, LEAD_IN_THE_END, LEAD_AT_LAST, _, LAST, ENDING = range(43, 53)


def quiet_positions(players, games):
    """All of them, of games by lot."""
    dice = np.random.default_rng(players)
    for number in range(games):
        state = GAME.deal(GAME.check(players), game_source(17, number))
        GAME.compiled.start(state, None)
        while seats := GAME.to_act(state):
            if GAME.greedy.quiet(state[0]):
                yield GAME.copy(state)
            for seat in seats:
                open_now = int(GAME.compiled.open_actions(state, seat))
                actions = [action for action in range(64) if open_now >> action & 1]
                GAME.compiled.apply(state, seat, int(dice.choice(actions)), None)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_knows_what_the_stage_would_pay_now(players):
    told = np.zeros((players, GAME.greedy.FEATURES), dtype=np.float32)
    for state in quiet_positions(players, 3):
        for seat in range(players):
            GAME.greedy.features(state[0], seat, told[seat])
        counted = GAME.copy(state)
        counting.count_stage(counted[0], None)
        points = counted["points"][0, :players].astype(int)
        paid = points - state["points"][0, :players]
        ending = state["workers"][0].max() >= WORKERS_NEEDED
        for seat in range(players):
            others = np.arange(players) != seat
            lead = points[seat] - points[others].max()
            assert told[seat, PAID] * 20 == pytest.approx(paid[seat], abs=1e-4)
            assert told[seat, MORE_PAID] * 20 == pytest.approx(paid[seat] - paid[others].max(), abs=1e-4)
            assert told[seat, LEAD] * 20 == pytest.approx(lead, abs=1e-4)
            assert told[seat, LEAD_IN_THE_END] * 20 == pytest.approx(lead * ending, abs=1e-4)
            assert told[seat, ENDING] == ending
            assert told[seat, LAST] == (ending and state["stage"][0] == STAGES - 1)
            assert told[seat, LEAD_AT_LAST] * 20 == pytest.approx(lead * told[seat, LAST], abs=1e-4)
