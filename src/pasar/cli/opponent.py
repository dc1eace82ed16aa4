"""Who plays the seats that nobody sits at: for now, chance."""

import random

from pasar.games.contract import actions_in
from pasar.match.match import Match


class Opponent:
    """Takes every open decision as likely as any other. The same seed plays the same way."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def play(self, match: Match, seat: int) -> None:
        """Make one whole move, which may be several decisions (a bid is made colour by colour)."""
        before = len(match.moves)
        while len(match.moves) == before:
            actions = list(actions_in(match.game.doors.open_actions(match.state, seat)))
            match.act(seat, self._random.choice(actions))
