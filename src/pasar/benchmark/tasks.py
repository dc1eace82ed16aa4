"""What is to be learned: every game with every number of players, without variants."""

from collections.abc import Iterable
from dataclasses import dataclass

from pasar.errors import PasarError, did_you_mean
from pasar.games import find, games


@dataclass(frozen=True)
class Task:
    game: str
    players: int

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}"

    @property
    def actions(self) -> int:
        """How many there are; a mask says which are open."""
        return int(find(self.game).rules.ACTIONS)

    @property
    def observation_size(self) -> int:
        return sum(count for _, count, _ in find(self.game).observe.OBSERVATION)


def tasks() -> dict[str, Task]:
    all_of_them = (Task(game.name, players) for game in games().values() for players in game.seats)
    return {task.name: task for task in all_of_them}


def chosen(names: Iterable[str]) -> list[Task]:
    """The tasks of these names, all if there are none."""
    known, asked = tasks(), list(names)
    for name in asked:
        if name not in known:
            near = did_you_mean(name, known)
            raise PasarError(f"there is no task {name!r:.40}{near} (there are: {', '.join(known)})")
    return [known[name] for name in asked] or list(known.values())
