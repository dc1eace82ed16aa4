"""All that a page has to know of a game beside its compiled functions, as one JSON object."""

import base64
from collections.abc import Iterator
from dataclasses import asdict
from itertools import product
from math import isfinite
from typing import Any

import numpy as np

from pasar.bots import stamped
from pasar.bots.levels import LEVELS
from pasar.bots.search import STRONG
from pasar.coach import analysis, chances, decisions, scale, why
from pasar.coach.judge import find_budget, find_judge
from pasar.export.setups import setup_room, setup_shape
from pasar.games.contract import Game, Rules
from pasar.games.words import LANGUAGES, words
from pasar.kernel.story import COLUMNS, LONGEST

FORMAT = "pasar-game/1"
JUDGE, COACHED = find_judge("thumb"), "normal"  # as a server has games analysed
BARS = (
    "FEW", "LOOKS_WRONG", "THRESHOLDS", "SECOND", "ACCUSED", "CLOSELY", "RIGHT", "UNKNOWABLE", "MOST_SPREAD",
)  # fmt: skip
SCALE = (
    "HEIGHT", "STEEPNESS", "DEPTH", "WINDOWS", "SHORTEST", "LONGEST", "LEAST_WEIGHT", "MOST_WEIGHT", "LEAST_ACCURACY",
)  # fmt: skip


def nets_of(game: Game) -> dict[int, Any]:
    """The game's nets by the number of players."""
    found = {players: stamped.net(game.name, players) for players in game.seats}
    return {players: net for players, net in found.items() if net is not None}


def manifest_of(game: Game) -> dict[str, Any]:
    longest, composed = game.spoken.tables.longest, game.moves.COMPOSED
    return {
        "format": FORMAT,
        "name": game.name,
        "version": game.version,
        "fewest": game.seats.start,
        "most": game.seats.stop - 1,
        "switches": [{"name": each.name, "help": each.help} for each in game.options if not each.is_file],
        "orders": [
            {"name": each.name, "help": each.help, "words": each.words, "least": each.least, "most": each.most}
            for each in game.orders.ORDERS
        ],
        "deal_words": game.rules.DEAL_NUMBERS,
        "state": game.state.STATE.itemsize,
        "made": _place(game.state.STATE, "moves"),  # where a state counts its moves
        "story": {"events": LONGEST, "columns": COLUMNS},
        "room": {**longest, "setup": setup_room(game)},
        "setup": setup_shape(game),
        "texts": list(game.moves.TEXTS),
        "composed": None
        if composed is None
        else {
            "word": composed.word, "pieces": composed.pieces, "first": composed.first, "most": composed.most,
            "event": composed.event,
        },
        "reveals": [event.reveals for _, event in sorted(game.events.EVENTS.items())],
        "sources": list(game.ledger.SOURCES),
        "observed": sum(count for _, count, _ in game.observe.OBSERVATION),
        "nets": {str(players): list(net.shape) for players, net in nets_of(game).items()},
        "levels": {str(players): _levels(game, players) for players in game.seats},
        "hints": game.hints,
        "coach": None if game.coach is None else coaching_of(game),
        "blanks": [{"rules": game.written(rules), "state": _encoded(game, rules)} for rules in _all_rules(game)],
        "words": {language: dict(words(game.package, language).tables) for language in LANGUAGES},
    }  # fmt: skip


def _place(record: np.dtype[Any], field: str) -> tuple[int, int]:
    """Where a field begins in a record, and its bytes."""
    assert record.fields is not None
    return record.fields[field][1], record[field].itemsize


def coaching_of(game: Game) -> dict[str, Any]:
    """Who judges finished games, how closely, and all bars that this is held to."""
    assert game.coach is not None
    budget, settings = find_budget(COACHED), STRONG
    bars = {name.lower(): getattr(decisions, name) for name in BARS}
    return {
        "judge": {"name": JUDGE.name, "version": JUDGE.version, "alone": JUDGE.alone, "heat": JUDGE.heat},
        "budget": asdict(budget),
        "rulings": dict(game.coach.RULINGS),
        "bars": bars | {"turning": analysis.TURNING, "most_turning": analysis.MOST_TURNING, "matters": why.MATTERS},
        "other_orders": chances.OTHER_ORDERS,
        "scale": {name.lower(): getattr(scale, name) for name in SCALE},
        "levels": [[name, bar if isfinite(bar) else None] for name, bar in scale.LEVELS],
        "search": {"settings": settings.cells().tolist(), "sharpness": settings.sharpness},
    }


def _levels(game: Game, players: int) -> dict[str, Any]:
    found = [level.for_game(game, players) for level in LEVELS.values()]
    return {
        level.name: {
            "settings": level.settings.cells().tolist(), "sharpness": level.settings.sharpness,
            "simulations": level.simulations, "seconds": level.seconds,
        }
        for level in found
    }  # fmt: skip


def _all_rules(game: Game) -> Iterator[Rules]:
    switches = [option.name for option in game.options if not option.is_file]
    for players in game.seats:
        for chosen in product((False, True), repeat=len(switches)):
            yield game.check(players, **dict(zip(switches, chosen, strict=True)))


def _encoded(game: Game, rules: Rules) -> str:
    return base64.b64encode(game.blank(rules).tobytes()).decode()
