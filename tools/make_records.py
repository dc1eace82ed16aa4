"""Makes tests/records anew: a file for each game, all numbers of players and options, from fixed seeds.

Run it (python tools/make_records.py) only when a record's form or a ruling has changed on purpose: what the files hold
is what the rules must still do tomorrow.
"""

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pasar.games import games
from pasar.games.contract import Game, Rules
from pasar.kernel.rng import generator
from pasar.match import fair
from pasar.match.match import Match
from pasar.match.record import write

TESTS = Path(__file__).resolve().parents[1] / "tests"
OF_A_KIND = 5
UNFINISHED_AFTER = 20  # moves


def main() -> None:
    shared = runpy.run_path(str(TESTS / "conftest.py"))
    for game in games().values():
        target = TESTS / "records" / f"{game.name}.jsonl"
        kinds = [kind for kind in shared["all_kinds"]() if kind.game == game]
        records = [match.record() for match in matches(game, kinds, shared["Walker"])]
        write(target, records)
        print(f"{target.relative_to(TESTS.parent)}: {len(records)} records")


def matches(game: Game, kinds: list[Any], walker: Any) -> Iterator[Match]:
    for kind in kinds:
        for seed in range(OF_A_KIND):
            yield played(kind.match(1000 + seed), walker(seed))
    rules = game.check(game.seats.stop - 1)
    for moves in (0, UNFINISHED_AFTER):
        yield played(Match(game, rules, game.deal(rules, generator(1))), walker(1), moves)
    yield played(fair_match(game, rules), walker(2))


def fair_match(game: Game, rules: Rules) -> Match:
    """A deal with its proof. The salts have letters that a careless reader would write in another way."""
    secret = bytes(range(fair.SECRET_BYTES))
    salts = [f'seat {seat} says: "\u00fc \u4e2d \U0001f48e \x7f \\ /"' for seat in range(rules["players"])]
    return Match(game, rules, fair.deal(game, rules, secret, salts), {"fair": fair.proof(secret, salts)})


def played(match: Match, walker: Any, longest: int | None = None) -> Match:
    while not match.over and (longest is None or len(match.moves) < longest):
        match.act(*walker.choose(match.game, match.state))
    return match


if __name__ == "__main__":
    main()
