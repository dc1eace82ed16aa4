"""A game as WebAssembly is the same game, to the last byte of what is seen, said and decided."""

import base64
import gzip
import json
import os
import subprocess
from dataclasses import asdict
from itertools import product
from math import ceil
from pathlib import Path
from typing import Any

import pytest

import web
from pasar.coach import analyse
from pasar.coach.judge import PlayoutBudget
from pasar.export import exporting
from pasar.games import find, games
from pasar.games.contract import Game
from pasar.lab.bot_match import play_match
from pasar.match.match import Match

from . import driving, native
from .in_node import DEALS, HERE, SEED, loads_alike, node

SPOKEN = 80  # games of each, asked as a server and a page ask them
GAMES = int(os.environ.get("PASAR_EXPORTED_GAMES", "500"))  # of each; a long run: PASAR_EXPORTED_GAMES=100000
POSITIONS = int(os.environ.get("PASAR_EXPORTED_POSITIONS", "200"))
SIMULATIONS = 400
ALIKE = 0.995  # of the choices: `exp` and `log` may differ in their last bit
BRIEFLY = PlayoutBudget("briefly", curve=24, sift=6, choose=8, confirm=12, doubt=16, second=60)
ANALYSES = int(os.environ.get("PASAR_EXPORTED_ANALYSES", "1"))  # of each number of players
MOST_COMPRESSED = 150_000  # bytes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("exported")


def analyses(name: str, folder: Path, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a page's coach says of games."""
    program, told = web._node() / "bin" / "node", "\n".join(json.dumps(game) for game in games)
    files = [str(folder / f"{name}.{ending}") for ending in ("json", "wasm", "coach.wasm")]
    command = [str(program), "--no-warnings", "--experimental-transform-types", str(HERE / "coach.ts"), *files]
    done = subprocess.run(command, input=told, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", games())
def test_every_game_goes_the_same_way(folder: Path, name: str) -> None:
    wasm, manifest = exporting.export(find(name), folder)
    played = node("play.ts", manifest, wasm, 0, SPOKEN)
    different = [k for k, own in enumerate(native.digests(find(name), SEED, 0, SPOKEN)) if played[k] != own]
    assert len(played) == SPOKEN and different == []


@pytest.fixture(scope="module")
def drivers(folder: Path) -> tuple[Path, Path]:
    return driving.build(folder)


KINDS = {name: list(native.kinds(find(name))) for name in games()}


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name in games() for rules in KINDS[name]], ids=lambda it: str(it).strip("{}")
)
def test_every_byte_of_a_game_is_the_same(
    folder: Path, drivers: tuple[Path, Path], name: str, rules: dict[str, Any]
) -> None:
    wasm, _ = exporting.export(find(name), folder)
    page, own = driving.InPage(wasm, drivers[0]), driving.natively(name, drivers[1])
    assert driving.different(own, page, find(name), rules, SEED * 10**9, ceil(GAMES / len(KINDS[name]))) == ""


def test_games_that_share_a_driver_stay_themselves(drivers: tuple[Path, Path]) -> None:
    def driven(name: str) -> bytes:
        return driving.natively(name, drivers[1]).driven(driving.table_of(find(name), KINDS[name][0]), SEED, 3)

    first = {name: driven(name) for name in games()}
    assert {name: driven(name) for name in games()} == first


def test_what_differs_is_named(drivers: tuple[Path, Path]) -> None:
    class AnotherDeal(driving.Natively):
        def driven(self, table: driving.Table, seed: int, count: int) -> bytes:
            return super().driven(table, seed + (seed == 12), count)  # asked for one game alone

    name, (rules, *_) = next(iter(KINDS.items()))
    own, other = driving.natively(name, drivers[1]), AnotherDeal(find(name), drivers[1])
    assert driving.different(own, own, find(name), rules, 12, 3) == ""
    assert "3 games" in (told := driving.different(own, other, find(name), rules, 12, 3)) and "note 0, state" in told


@pytest.mark.parametrize("name", games())
def test_the_search_chooses_the_same(folder: Path, name: str) -> None:
    wasm, manifest = exporting.export(find(name), folder)
    found = node("search.ts", manifest, wasm, POSITIONS, SIMULATIONS)
    own = list(native.searches(find(name), SEED, POSITIONS, SIMULATIONS))
    alike = [one.split()[0] == other.split()[0] for one, other in zip(found, own, strict=True)]
    assert sum(alike) >= ALIKE * POSITIONS


@pytest.mark.parametrize("name", games())
def test_a_deal_that_is_written_out_is_loaded_or_refused_alike(folder: Path, name: str) -> None:
    wasm, manifest = exporting.export(find(name), folder)
    assert loads_alike(manifest, wasm, list(native.deals(find(name), SEED, DEALS)))


def whole(game: Game, players: int, seed: int) -> Match:
    """A game of bots that decide by rules of thumb, with mistakes."""
    match = Match.new(game.name, players, seed=seed)
    play_match(match, ["easy"] * players, range(players))
    return match


def alike(own: Any, shown: Any) -> bool:
    """Whether a page says the same; a program is told more."""
    if isinstance(shown, dict):
        return all(alike(own[key], shown[key]) for key in shown)
    if isinstance(shown, list):
        return len(own) == len(shown) and all(map(alike, own, shown))
    return bool(own == shown)


@pytest.mark.parametrize("name", games())
def test_the_coach_finds_the_same(folder: Path, name: str) -> None:
    game = find(name)
    exporting.export_coach(game, folder)
    exporting.export(game, folder)
    matches = [whole(game, players, seed) for players, seed in product(game.seats, range(ANALYSES))]
    asked = [
        {
            "rules": game.written(match.rules), "dealt": base64.b64encode(match.dealt.tobytes()).decode(),
            "moves": match.moves, "seed": SEED, "budget": asdict(BRIEFLY),
        }
        for match in matches
    ]  # fmt: skip
    for match, found in zip(matches, analyses(name, folder, asked), strict=True):
        own = analyse(match, budget=BRIEFLY, seed=SEED).told()
        different = [key for key in found if not alike(own[key], found[key])]
        assert different == [] and found["seats"] and found["curve"]


@pytest.mark.parametrize("name", games())
def test_a_game_is_small(folder: Path, name: str) -> None:
    game = find(name)
    wasm, _ = exporting.export(game, folder)
    for file in (wasm, exporting.export_coach(game, folder)):
        assert file is not None and len(gzip.compress(file.read_bytes(), mtime=0)) <= MOST_COMPRESSED


@pytest.mark.parametrize("name", games())
def test_a_manifest_has_every_kind_of_table(folder: Path, name: str) -> None:
    game = find(name)
    _, file = exporting.export(game, folder)
    told = json.loads(file.read_text(encoding="utf-8"))
    switches = [option.name for option in game.options if not option.is_file]
    kinds = [
        {"players": players, **dict(zip(switches, chosen, strict=True))}
        for players in game.seats
        for chosen in product((False, True), repeat=len(switches))
    ]
    assert [each["rules"] for each in told["blanks"]] == kinds
