"""What a decision costs today's search and the one before it, at equal simulations and in the same positions.

    python bench/equal_time.py [--games 6]

For every kind of table: both decide in each position of the same games, in turns, and the time of their thread counts,
so that other work on the machine changes little. It says how many simulations give the one before as much time as
today's has with 400, which is what `docs/results/beliefs.md` lets it have for equal time; and how many simulations a
second each makes, which is another matter, because a decision ends when it is settled.
"""

import argparse
from dataclasses import dataclass
from time import thread_time

from pasar.bots.contract import Position
from pasar.bots.roster import NamedBot, find_bot
from pasar.lab.bot_match import make_move
from pasar.match.match import Match

SIMULATIONS = 400
NOW, BEFORE = "search", "even"
SEED = 71
KINDS = (
    ("bali", 2, False), ("bali", 3, False), ("bali", 4, False), ("bali", 2, True), ("bali", 3, True), ("bali", 4, True),
    ("basari", 3, False), ("basari", 4, False), ("basari", 5, False),
)  # fmt: skip


@dataclass
class Cost:
    """Of the decisions of one bot."""

    seconds: float = 0.0
    simulations: int = 0
    decisions: int = 0

    @property
    def of_one(self) -> float:
        """Milliseconds of a decision."""
        return 1e3 * self.seconds / self.decisions

    @property
    def speed(self) -> float:
        """Simulations a second."""
        return self.simulations / self.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    games = parser.parse_args().games
    bots = {name: find_bot(f"{name}:{SIMULATIONS}sims") for name in (NOW, BEFORE)}
    for game, players, variants in KINDS:
        options = {"oracle": True, "demon": True} if variants else {}
        play(Match.new(game, players, SEED - 1, **options), bots, {name: Cost() for name in bots})  # compiles
        costs = {name: Cost() for name in bots}
        for number in range(games):
            play(Match.new(game, players, SEED + number, **options), bots, costs)
        tell(f"{game} for {players}{' with both variants' if variants else ''}", costs[NOW], costs[BEFORE])


def tell(table: str, now: Cost, before: Cost) -> None:
    longer = now.of_one / before.of_one
    print(
        f"{table}: {now.decisions} decisions, {now.of_one:.2f} ms against {before.of_one:.2f}: {longer:.2f}, so "
        f"{BEFORE}:{SIMULATIONS * longer:.0f}sims has equal time; {now.speed:,.0f} simulations a second against "
        f"{before.speed:,.0f}: {now.speed / before.speed:.2f}",
        flush=True,
    )


def play(match: Match, bots: dict[str, NamedBot], costs: dict[str, Cost]) -> None:
    """Both bots decide for every seat, and the new one's decisions are made."""
    made = {name: [entry.make(SEED + seat) for seat in range(match.players)] for name, entry in bots.items()}
    while not match.over:
        chosen = []
        for seat in match.to_act:
            decided = {}
            for name in list(bots) if costs[NOW].decisions % 2 else list(bots)[::-1]:
                bot, cost = made[name][seat], costs[name]
                position = Position.of(match, seat, bot.wants_view)
                began = thread_time()
                decided[name] = bot.decide(position, bots[name].budget)
                cost.seconds += thread_time() - began
                cost.simulations += decided[name].simulations
                cost.decisions += 1
            chosen.append((seat, decided[NOW]))
        for seat, decision in chosen:
            make_move(match, seat, decision)


if __name__ == "__main__":
    main()
