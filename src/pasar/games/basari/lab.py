"""What reports and benches say of Basari alone (see `pasar.games.chapters`)."""

from pasar.games.basari.box import ACTION_NAMES, STAGES
from pasar.games.chapters import Bench, Chapter, Finding

COLOURS = {"red": "#cc4b40", "yellow": "#c2971b", "green": "#3a9d5d", "blue": "#2f7ed8"}
BENCH = Bench({"players": 4}, 60_000, None, {3: None, 5: None})


def _often(key: str, column: str, what: str, axis: str) -> Finding:
    return Finding(key, f"How often {what}: {{}}.", f"rounds in which {axis}", column, ("turns",), ACTION_NAMES,
                   "{name} in {value} of the rounds", f"It never happened that {what}.")  # fmt: skip


CHAPTERS = (
    Chapter("collisions", "How often do players collide?", (
        _often("two", "haggles_{}", "two players want the same action and haggle", "two collide"),
        _often("more", "collided_{}", "three or more want the same action and nobody gets it", "three or more collide"),
    )),
    Chapter("prices", "Who wins haggles, and at what price?", (
        Finding("gems", "The winner of a haggle pays {}.", "gems paid by the winner of a haggle",
                "price_{}", ("won_{}",), ACTION_NAMES, "{value} gems for {name}", "No haggle was won for gems.",
                is_share=False),
        Finding("opener_wins", "Whoever makes the first offer ends up with the action in {}.",
                "haggles won by whoever opens", "won_by_{}_opener", ("won_by_{}_opener", "won_by_{}_answerer"),
                ACTION_NAMES, "{value} of the haggles for {name}", even=0.5),
    )),
    Chapter("workers", "How often do workers pay?", (
        Finding("workers", "A player has enough workers for the prize at the end of {} of the stages.",
                "stages that paid for workers", "workers_paid", STAGES, even=None),
    )),
)  # fmt: skip
