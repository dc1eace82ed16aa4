"""By how much the chance that hints tell changes with the thought behind it: `python bench/hints.py GAME --players 2`.

Whether chances come true is measured with short thoughts (`pasar.lab.reliability`); a server thinks a second. The same
positions are looked at both ways, so few are enough.
"""

import argparse

import numpy as np

from pasar.bots.advice import Correction, advised
from pasar.bots.contract import Budget, Position
from pasar.bots.search import STRONG, SearchBot
from pasar.games import find
from pasar.kernel.rng import game_source
from pasar.lab.bot_match import make_move
from pasar.lab.train import tables
from pasar.match.match import Match

PARTS = 3
Z95 = 1.96


def positions(asked: argparse.Namespace) -> list[list[Position]]:
    """Of each third of some games some decisions by lot."""
    game, dice = find(asked.game), np.random.default_rng(asked.seed)
    found: list[list[Position]] = [[] for _ in range(PARTS)]
    for number in range(asked.games):
        rules = tables(game, asked.players)[number % len(tables(game, asked.players))]
        match = Match(game, rules, game.deal(rules, game_source(asked.seed, number)))
        bots, seen = [SearchBot(STRONG, seat) for seat in range(asked.players)], []
        while not match.over:
            asking = [(seat, Position.of(match, seat)) for seat in match.to_act]
            seen += [position for _, position in asking]
            for seat, position in asking:
                make_move(match, seat, bots[seat].decide(position, Budget(simulations=50)))
        for part, each in enumerate(np.array_split(np.arange(len(seen)), PARTS)):
            found[part] += [seen[at] for at in dice.choice(each, asked.positions, replace=False)]
    return found


def told(position: Position, simulations: int, correction: Correction | None) -> float:
    found = advised(SearchBot(STRONG, 0).decide(position, Budget(simulations=simulations))).expected[0].share
    return found if correction is None else correction.of_share(found, int(position.state["moves"][0]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="bali")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--positions", type=int, default=2, help="of each third of each game")
    parser.add_argument("--short", type=int, default=400)
    parser.add_argument("--long", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    correction = Correction.of(find(asked.game), asked.players)
    for part, each in enumerate(positions(asked), 1):
        more = [told(one, asked.long, correction) - told(one, asked.short, correction) for one in each]
        mean, error = 100 * np.mean(more), 100 * Z95 * np.std(more) / len(more) ** 0.5
        print(f"third {part}: {mean:+.1f} +- {error:.1f} points more with {asked.long} simulations than with "
              f"{asked.short}, in {len(more)} positions", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
