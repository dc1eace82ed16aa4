"""Steps a second of the vector environment, with observations and masks, on one thread and on two."""

from time import perf_counter

from pasar.cli.bench import show
from pasar.games.contract import Rules
from pasar.lab.measure import REPEATS, SEED, Figure
from pasar.rl.vector import VectorEnv

ENVS, STEPS = 8192, 150
TABLES: tuple[tuple[str, Rules], ...] = (
    ("bali", {"players": 2}),
    ("bali", {"players": 4, "oracle": True, "demon": True}),
    ("basari", {"players": 4}),
)
TARGET = 10_000_000


def rate(name: str, options: Rules, threads: int) -> tuple[float, float]:
    """The best of a few: steps a second, and the same with an open action drawn for each."""
    env = VectorEnv(name, ENVS, threads=threads, **options)
    env.reset(seed=SEED)
    best, best_with_drawing = 0.0, 0.0
    for _ in range(REPEATS + 1):  # the first one compiles
        stepping, began = 0.0, perf_counter()
        for _ in range(STEPS):
            actions = env.sample()
            start = perf_counter()
            env.step(actions)
            stepping += perf_counter() - start
        best = max(best, ENVS * STEPS / stepping)
        best_with_drawing = max(best_with_drawing, ENVS * STEPS / (perf_counter() - began))
    env.close()
    return best, best_with_drawing


def figures() -> list[Figure]:
    found = []
    for name, options in TABLES:
        one, _ = rate(name, options, threads=1)
        two, drawing = rate(name, options, threads=2)
        words = ", ".join(word for word in options if word != "players")
        label = f"{name}, {options['players']} players{', ' + words if words else ''}: vector steps, two threads"
        note = f"{one:,.0f} on one thread; {drawing:,.0f} with drawing the actions"
        found.append(Figure(label, two, "steps/s", TARGET, note=note))
    return found


if __name__ == "__main__":
    show(figures())
