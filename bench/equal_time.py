"""What a decision costs today's search and the one before it, at equal simulations and in the same positions.

    python bench/equal_time.py [--games 6]

For every kind of table: both decide in each position of the same games, in turns, and the time of their thread counts,
so that other work on the machine changes little. It says how many simulations give the one before as much time as
today's has with 400, which is what `docs/results/beliefs.md` lets it have for equal time.
"""

import argparse
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6)
    games = parser.parse_args().games
    bots = {name: find_bot(f"{name}:{SIMULATIONS}sims") for name in (NOW, BEFORE)}
    for game, players, variants in KINDS:
        options = {"oracle": True, "demon": True} if variants else {}
        spent = dict.fromkeys(bots, 0.0)
        decisions = 0
        for number in range(-1, games):  # the first compiles, and does not count
            match = Match.new(game, players, SEED + number, **options)
            took, made = play(match, bots)
            if number >= 0:
                decisions += made
                spent = {name: spent[name] + took[name] for name in bots}
        each = {name: 1e3 * spent[name] / decisions for name in bots}
        print(
            f"{match.game.name} for {players}{' with both variants' if variants else ''}: {decisions} decisions, "
            f"{each[NOW]:.2f} ms against {each[BEFORE]:.2f}: {each[NOW] / each[BEFORE]:.2f}, so "
            f"{BEFORE}:{SIMULATIONS * each[NOW] / each[BEFORE]:.0f}sims has equal time",
            flush=True,
        )


def play(match: Match, bots: dict[str, NamedBot]) -> tuple[dict[str, float], int]:
    """Both bots decide for every seat, and the new one's decisions are made. The thread's seconds of each."""
    made = {name: [entry.make(SEED + seat) for seat in range(match.players)] for name, entry in bots.items()}
    spent, decisions = dict.fromkeys(bots, 0.0), 0
    while not match.over:
        chosen = []
        for seat in match.to_act:
            decided = {}
            for name in list(bots) if decisions % 2 else list(bots)[::-1]:
                bot = made[name][seat]
                position = Position.of(match, seat, bot.wants_view)
                began = thread_time()
                decided[name] = bot.decide(position, bots[name].budget)
                spent[name] += thread_time() - began
            chosen.append((seat, decided[NOW]))
            decisions += 1
        for seat, decision in chosen:
            make_move(match, seat, decision)
    return spent, decisions


if __name__ == "__main__":
    main()
