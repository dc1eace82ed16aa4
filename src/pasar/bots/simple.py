"""Bots that do not search: by chance, and by the game's own rules of thumb."""

from pasar.bots import stamped
from pasar.bots.contract import Budget, Chair, Decision
from pasar.kernel.rng import generator


class PolicyBot:
    """Decides by rules of thumb, with a chance of deciding by none."""

    wants_view = False

    def __init__(self, chance: float, seed: int) -> None:
        self.chance = chance
        self._source = generator(seed)

    def decide(self, chair: Chair, budget: Budget) -> Decision:
        game, state, actions = chair.game, chair.game.copy(chair.state), []
        policy = stamped.policy(game)
        move = None
        while move is None:
            action = int(policy.decide(state, chair.seat, self.chance, self._source))
            move = game.spoken.text(state, chair.seat, action)
            game.doors.apply(state, chair.seat, action, None)
            actions.append(action)
        return Decision(move, tuple(actions))
