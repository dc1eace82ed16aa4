"""What play.ts and load.ts print, by the rules that Python runs."""

import base64
import copy
import hashlib
import json
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np

from pasar.bots import stamped
from pasar.bots.search import STRONG
from pasar.bots.tree import NODES, TOP, clear, list_children, plant
from pasar.errors import BadSetup
from pasar.games.contract import Game, State, seats_in
from pasar.games.spoken import ALL_SEEING, DECISION, NO_HEAD, REASON, WhyClosed, encode_seats
from pasar.kernel.rng import generator
from pasar.kernel.story import blank_story, packed


class Digest:
    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def note(self, *facts: str | bytes) -> None:
        for fact in facts:
            self._hash.update(fact.encode() if isinstance(fact, str) else fact)
            self._hash.update(b"\n")

    def __str__(self) -> str:
        return self._hash.hexdigest()


def digests(game: Game, seed: int, first: int, count: int) -> Iterator[str]:
    tables = list(kinds(game))
    for number in range(first, first + count):
        yield str(_played(game, tables[number % len(tables)], generator(seed * 1_000_003 + number)))


def kinds(game: Game) -> Iterator[dict[str, Any]]:
    switches = [option.name for option in game.options if not option.is_file]
    for players in game.seats:
        for chosen in product((False, True), repeat=len(switches)):
            yield game.check(players, **dict(zip(switches, chosen, strict=True)))


def _played(game: Game, rules: dict[str, Any], source: np.ndarray) -> Digest:
    digest, players, policy = Digest(), rules["players"], stamped.policy(game)
    eyes = (*range(players), None)
    dealt = game.deal(rules, source)
    digest.note(_json(game.deals.setup(dealt)))
    state, story = game.copy(dealt), blank_story()
    game.compiled.start(state, story)
    digest.note(*game.spoken.stories(packed(story), (*eyes, ALL_SEEING)))
    step = 0
    while acting := game.to_act(state):
        seat = acting[step % len(acting)]
        digest.note(_listed(acting), *game.spoken.sights(state, eyes, step % 2 == 1))
        for each in acting:
            digest.note(str(int(game.compiled.open_actions(state, each))), game.spoken.menu_json(state, each))
        digest.note(*_asked(game, state, seat, step))
        resampled = game.resampled(state, seat, generator(step))
        digest.note(resampled.tobytes(), game.observation(state, seat).tobytes())
        thumb = int(policy.decide(state, seat, 0.25, generator(step)))
        action = int(policy.decide(state, seat, 1.0, source))
        digest.note(_listed((thumb, action)))
        story = blank_story()
        game.compiled.apply(state, seat, action, story)
        told = packed(story)
        digest.note(state.tobytes(), told, *game.spoken.stories(told, (*eyes, ALL_SEEING)))
        step += 1
    digest.note(_listed(game.points(state, players)), _listed(seats_in(game.compiled.winners(state))))
    digest.note(_json(game.breakdown(state)))
    return digest


def _asked(game: Game, state: State, seat: int, step: int) -> Iterator[str | bytes]:
    action, composed = step % len(game.moves.TEXTS), game.moves.COMPOSED
    text = game.moves.TEXTS[action]
    if text is not None:
        refusal = game.spoken.why(state, seat, text)
        yield "null" if refusal is None else _refused(refusal)
    if composed is not None:
        parts = np.array([composed.first + (step >> place & 1) for place in range(len(composed.pieces))])
        after, story, reason = game.copy(state), blank_story(), np.zeros(REASON, np.int16)
        nobody, out = encode_seats(()), np.zeros(1, np.uint8)
        say = game.spoken.kernels.say
        if say(state, seat, parts, after, story, reason, NO_HEAD, nobody, DECISION, out, nobody.copy()) >= 0:
            yield from (after.tobytes(), packed(story))
        else:
            yield _refused(game.spoken._refusal(reason))


def _refused(refusal: WhyClosed) -> str:
    return _json({"code": refusal.code, "values": refusal.values})


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _listed(numbers: Any) -> str:
    return ",".join(str(int(number)) for number in numbers)


def searches(game: Game, seed: int, count: int, simulations: int) -> Iterator[str]:
    """What search.ts prints: the choice, how many nodes the tree has, and how often each decision was tried."""
    kernel, policy, rows = stamped.search_kernel(game), stamped.policy(game), np.zeros((64, 4))
    tree, control = plant(simulations * 12)
    tables = list(kinds(game))
    for number in range(count):
        rules, source = tables[number % len(tables)], generator(seed * 1_000_003 + number)
        state = game.deal(rules, source)
        game.compiled.start(state, None)
        for _ in range(number % 40):
            if acting := game.to_act(state):
                game.compiled.apply(state, acting[0], int(policy.decide(state, acting[0], 0.5, source)), None)
        if not (acting := game.to_act(state)):
            yield "over"
            continue
        game.greedy.reopen(state[0], acting[0])
        net = stamped.net(game.name, rules["players"])
        clear(tree, control)
        kernel.search(state, acting[0], tree, control, STRONG.cells(), net, source, simulations)
        found = rows[: int(list_children(tree, int(control[TOP]), acting[0], rows))].tolist()
        found.sort(key=lambda row: (-row[2], row[1]))
        tried = ",".join(f"{int(action)}:{int(visits)}" for _, action, visits, _ in found)
        yield f"{int(found[0][1])} {int(control[NODES])} {tried}"


# --- Deals that are written out ---------------------------------------------------------------------------------------

STRANGE: tuple[Any, ...] = (None, True, -1, 1.5, 39, 200, 10**30, "x", "", [], {}, {"r": 2})


def deals(game: Game, seed: int, count: int) -> Iterator[str]:
    """Deals as a record has them, most of them with one thing wrong; each with the state it gives, or none."""
    tables, chance = list(kinds(game)), Random(seed)
    for number in range(count):
        rules = tables[number % len(tables)]
        setup = game.deals.setup(game.deal(rules, generator(seed + number)))
        for _ in range(number // len(tables) % 3):
            _change(setup, chance)
        yield json.dumps({"rules": game.written(rules), "setup": setup, "state": _loaded(game, rules, setup)})


def _change(setup: Any, chance: Random) -> None:
    """Something is left out, put in, changed places with something like it, or is not what it should be."""
    places = list(_places(setup))
    if not places:
        return  # nothing is left of it
    parent, key = chance.choice(places)
    match chance.randrange(5):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        case 2:
            parent[key] = chance.choice(STRANGE)
        case _:
            other, there = chance.choice(places)
            if type(other[there]) is type(parent[key]) and not isinstance(parent[key], dict | list):
                parent[key], other[there] = other[there], parent[key]


def _places(part: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ():
        yield part, key
        yield from _places(part[key])


def _loaded(game: Game, rules: dict[str, Any], setup: Any) -> str:
    try:
        return base64.b64encode(game.deals.load(game.check(**rules), setup).tobytes()).decode()
    except BadSetup:
        return ""
