"""What an action that is not open leads to: one meaning for every environment."""

from pasar.errors import BadRules

RAISE, TERMINATE, RANDOM = range(3)
NAMES = {
    "raise": "it is refused with an error that names the open ones, and nothing changes",
    "terminate": "the game ends; who did it is paid `illegal_reward`, the others nothing",
    "random": "an open one is made instead, by chance",
}
REWARD = -1.0  # as in PettingZoo's own classic games


def kind_of(name: str) -> int:
    """The number of a way to take closed actions; raises BadRules for one that there is not."""
    if name not in NAMES:
        raise BadRules(f"illegal cannot be {name!r:.40} (it can be: {', '.join(NAMES)})")
    return list(NAMES).index(name)
