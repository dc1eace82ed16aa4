"""A training that can be stopped: what each round has learned, a log, and a page with plots, all in one folder.

A round is fixed by its seed and the net before it, so a folder with the nets of some rounds is all that is needed to go
on as if nothing had happened.
"""

import json
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from pasar.errors import PasarError
from pasar.files import write_lines
from pasar.games.contract import Game
from pasar.lab import page
from pasar.lab.plots import course_plot
from pasar.lab.searched import searched_play
from pasar.lab.train import HELD_BACK, Net, Positions, learn, self_play_round

PLAN, LOG, PAGE = "plan.json", "log.jsonl", "training.html"
BINS = 10

Line = dict[str, Any]  # of the log: what one round came to


class Training:
    """A folder of rounds; the same plan goes on where it stopped."""

    def __init__(
        self, folder: Path, game: Game, players: int, positions: int, seed: int, after: Path | None = None,
        simulations: int | None = None, cells: int | None = None,
    ) -> None:  # fmt: skip
        self.folder, self.game, self.players, self.positions, self.seed = folder, game, players, positions, seed
        self.simulations, self.cells = simulations, cells
        self._after = None if after is None else Net.after(np.load(after), game.greedy.FEATURES, cells).array()
        if simulations is not None and after is None:
            raise PasarError("a search needs a net to begin with: name one with --after")
        plan: dict[str, Any] = {"game": game.name, "players": players, "positions": positions, "seed": seed}
        more = {"after": after and after.name, "simulations": simulations, "cells": cells}
        plan |= {name: value for name, value in more.items() if value is not None}
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / PLAN
        if kept.is_file() and json.loads(kept.read_text(encoding="utf-8")) != plan:
            raise PasarError(f"{folder} holds another training ({kept.read_text().strip()}): name another folder")
        write_lines(kept, [json.dumps(plan)])

    @property
    def lines(self) -> list[Line]:
        """The log: a line for each round that is done."""
        log = self.folder / LOG
        return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.is_file() else []

    def net(self, number: int) -> np.ndarray:
        """What round `number` learned."""
        found: np.ndarray = np.load(self._file(number))
        return found

    def run(self, rounds: int, report: Callable[[Line], None]) -> np.ndarray:
        """Rounds until there are so many; the last net."""
        for number in range(len(self.lines), rounds):
            report(self._round(number, number == rounds - 1))
        return self.net(rounds - 1)

    def _round(self, number: int, is_last: bool) -> Line:
        began = process_time()
        known = self._known(number)
        net = Net(self.game.greedy.FEATURES, self.seed, self.cells) if known is None else Net.of(known)
        played = self._played(number)
        before = self._played(number - 1) if number > 0 else None
        loss = learn(net, played, before, self.seed + number, is_last)
        np.save(self._file(number), net.array())
        line = {
            "round": number + 1, "positions": len(played), "loss": loss, "seconds": process_time() - began,
            "chances": _chances(net, played),
        }  # fmt: skip
        lines = [*self.lines, line]
        write_lines(self.folder / LOG, map(json.dumps, lines))
        write_lines(self.folder / PAGE, [self._page(lines)])
        return line

    def _played(self, number: int) -> Positions:
        known, seed = self._known(number), self.seed + number
        if self.simulations is not None and known is not None:
            return searched_play(self.game, self.players, known, self.positions, self.simulations, seed)
        return self_play_round(self.game, self.players, known, self.positions, seed)

    def _known(self, number: int) -> np.ndarray | None:
        """The net that a round begins with, if there is one."""
        return self._after if number == 0 else self.net(number - 1)

    def _file(self, number: int) -> Path:
        return self.folder / f"round_{number + 1}.npy"

    def _page(self, lines: list[Line]) -> str:
        rows = [[str(line["round"]), f"{line['positions']:,}", f"{line['loss']:.4f}", f"{line['seconds']:.0f}"]
                for line in lines]  # fmt: skip
        said = {"said": lines[-1]["chances"]["said"], "came true": lines[-1]["chances"]["true"]}
        headings = ["round", "new positions", "loss on what was held back", "processor seconds"]
        title = f"Training of {self.game.name} for {self.players}"
        return page.whole(
            title,
            [
                page.section("Rounds", page.table(headings, rows)),
                page.section("Chances by tenth, on what was held back", course_plot(said, 1 / self.players)),
            ],
        ).rstrip("\n")


def _chances(net: Net, played: Positions) -> dict[str, list[float]]:
    """By tenth of the chances that the net gives to positions held back: their mean, and what came true."""
    held = played.at(slice(0, int(HELD_BACK * len(played))))
    said, came = net.shares(held.features).ravel(), held.shares.ravel()
    tenths = np.minimum((said * BINS).astype(int), BINS - 1)
    filled = [tenth for tenth in range(BINS) if (tenths == tenth).any()]
    return {
        "said": [float(said[tenths == tenth].mean()) for tenth in filled],
        "true": [float(came[tenths == tenth].mean()) for tenth in filled],
    }
