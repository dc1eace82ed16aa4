"""Are the bots of a page as strong as those of a server? Each level against itself, at equal simulations.

Decided before it ran:
- Tables of four, DEALS deals a game and level. Two seats that face each other are the page's, the other two native; in
  every second deal it is the other way round.
- A level has its own settings and its own simulations, but at most MOST: the strongest would take hours.
- What counts is the share of the victory that the page's two seats have together. It is even if 1/2 lies within the
  interval of each game and level (z = 2.91, for 14 questions at once), and within the 95 % interval of all together.

    python tools/page_bots.py FOLDER [GAME...]      where `pasar export` has put its files
"""

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import web
from pasar.bots.contract import Budget, Decision, Position
from pasar.bots.levels import LEVELS, LevelBot
from pasar.games import find, games
from pasar.games.contract import Game
from pasar.kernel.rng import game_seed
from pasar.lab.bot_match import make_move
from pasar.match.match import Match

PLAYERS, DEALS, MOST, SEED = 4, 400, 100, 18
Z95, Z_OF_ALL = 1.96, 2.91


class Page:
    """The bots of one game as a page runs them, in Node."""

    def __init__(self, folder: Path, game: str) -> None:
        node = web._node() / "bin" / "node"
        script = Path(__file__).with_suffix(".ts")
        files = [str(folder / f"{game}.{ending}") for ending in ("json", "wasm", "nets.bin")]
        command = [str(node), "--no-warnings", "--experimental-transform-types", str(script), *files]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def decide(self, level: str, position: Position, seed: int) -> Decision:
        asked: dict[str, Any] = {
            "level": level, "state": base64.b64encode(position.state.tobytes()).decode(), "seat": position.seat,
            "players": PLAYERS, "seed": str(seed), "most": MOST,
        }  # fmt: skip
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return Decision(self._process.stdout.readline().strip())

    def close(self) -> None:
        self._process.communicate()


def page_share(page: Page, game: Game, level: str, deal: int) -> float:
    """What the page's two seats win together in one deal."""
    match = Match.new(game.name, PLAYERS, seed=game_seed(SEED, deal))
    known = LEVELS[level].for_game(game, PLAYERS)
    budget = Budget(simulations=min(known.simulations, MOST))
    native = {seat: LevelBot(replace(known), game_seed(deal, seat), own_budget=True) for seat in range(PLAYERS)}
    decisions = 0
    while not match.over:
        made = []
        for seat in match.to_act:  # who decides at the same time is asked before anybody's choice is made
            position, decisions = Position.of(match, seat), decisions + 1
            if seat % 2 == deal % 2:
                made.append((seat, page.decide(level, position, game_seed(deal, decisions))))
            else:
                made.append((seat, native[seat].decide(position, budget)))
        for seat, decision in made:
            make_move(match, seat, decision)
    winners = match.winners
    return sum(seat % 2 == deal % 2 for seat in winners) / len(winners)


def told(name: str, shares: list[float], z: float) -> bool:
    mean, error = fmean(shares), pstdev(shares) / sqrt(len(shares))
    even = abs(mean - 0.5) <= z * error
    low, high = mean - Z95 * error, mean + Z95 * error
    print(
        f"{name}: {mean:.3f} ({low:.3f} to {high:.3f}) of {len(shares)} deals{'' if even else ', NOT EVEN'}", flush=True
    )
    return even


def results(folder: Path, names: list[str]) -> Iterator[tuple[str, list[float]]]:
    for name in names:
        page = Page(folder, name)
        for level in LEVELS:
            yield f"{name} {level}", [page_share(page, find(name), level, deal) for deal in range(DEALS)]
        page.close()


def main(folder: Path, names: list[str]) -> bool:
    everything: list[float] = []
    even = True
    for name, shares in results(folder, names):
        even &= told(name, shares, Z_OF_ALL)
        everything += shares
    return told("all", everything, Z95) and even


if __name__ == "__main__":
    sys.exit(0 if main(Path(sys.argv[1]), sys.argv[2:] or list(games())) else 1)
