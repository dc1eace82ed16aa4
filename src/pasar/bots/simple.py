"""Bots that do not search: by chance, and by the game's own rules of thumb."""

from pasar.bots import stamped
from pasar.bots.contract import Budget, Decision, Position
from pasar.kernel.rng import generator


class PolicyBot:
    """Decides by rules of thumb, with a chance of deciding by none."""

    wants_view = False

    def __init__(self, chance: float, seed: int) -> None:
        self.chance = chance
        self._source = generator(seed)

    def decide(self, position: Position, budget: Budget) -> Decision:
        game, state, actions = position.game, position.game.copy(position.state), []
        policy = stamped.policy(game)
        move = None
        while move is None:
            action = int(policy.decide(state, position.seat, self.chance, self._source))
            move = game.spoken.text(state, position.seat, action)
            game.compiled.apply(state, position.seat, action, None)
            actions.append(action)
        return Decision(move, tuple(actions))
