"""Two worlds that an onlooker cannot tell apart, and whatever betrays a difference between them.

What is hidden from an onlooker is exchanged, the same moves are made in both worlds, and everything that the onlooker
is told, sees and may do is compared until something is revealed to them (`Event.reveals`).
"""

import json
import random
from functools import cache

import numpy as np

from pasar.games.contract import actions_in
from pasar.games.spoken import REASON, WhyClosed
from pasar.kernel.rng import generator
from pasar.kernel.story import blank_story, packed, unpacked

SPECTATOR = None
EXPLAINED = 40  # moves whose reasons are compared
CHOSEN_FROM = 20  # open moves
ANEW = 0.2  # how likely a world is left for another one


def difference(one, other, way=""):
    """The way to the first thing in which two JSON values differ, and both: "seats[1].card: null, king".

    None if they are equal.
    """
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        parts = ((f"{way}.{key}".lstrip("."), one[key], other[key]) for key in one)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        parts = ((f"{way}[{place}]", *pair) for place, pair in enumerate(zip(one, other, strict=True)))
    elif type(one) is type(other) and one == other:
        return None
    else:
        return f"{way or 'all of it'}: {json.dumps(one)}, {json.dumps(other)}"
    return next((found for way, *pair in parts if (found := difference(*pair, way))), None)


def record_difference(one, other):
    """The first field in which two states differ. None: they are equal."""
    names = [name for name in one.dtype.names if one[name].tobytes() != other[name].tobytes()]
    return difference(one[names[0]][0].tolist(), other[names[0]][0].tolist(), names[0]) if names else None


def betrayal(game, states, seat):
    """What tells a seat, or a spectator, one state from the other. None: they look alike.

    Written as bytes they are compared in a moment; only what differs is read.
    """
    one, other = (_written(game, state, seat) for state in states)
    return None if one == other else difference(*(noticed(game, state, seat) for state in states))


def _written(game, state, seat):
    """The same as `noticed`, as the rules write it."""
    spoken = game.spoken
    seen = (spoken.sights(state, (seat,), True)[0], game.to_act(state))
    if seat is SPECTATOR:
        return seen
    actions = int(game.compiled.open_actions(state, seat))
    texts = [spoken.text(state, seat, action) for action in actions_in(actions)]
    reasons = _written_reasons(game, state, seat) if actions else None
    menu = spoken.menu_json(state, seat) if actions else None
    return *seen, texts, menu, reasons, game.observation(state, seat).tobytes()


def _written_reasons(game, state, seat):
    reasons = np.zeros((EXPLAINED, REASON), np.int16)
    for reason, parts in zip(reasons, _explained(game), strict=False):
        if not game.spoken.kernels.why(state, seat, parts, reason):
            reason[:] = 0
    return reasons.tobytes()


@cache
def _explained(game):
    return [game.spoken.parts(text) for text in game.moves.TEXTS[:EXPLAINED] if text is not None]


def noticed(game, state, seat):
    """Everything that a seat, or a spectator, can notice about a state, as JSON."""
    spoken = game.spoken
    seen = {"sight": json.loads(spoken.sights(state, (seat,), True)[0]), "to_act": list(game.to_act(state))}
    if seat is SPECTATOR:
        return seen
    actions = list(actions_in(game.compiled.open_actions(state, seat)))
    return seen | {
        "open": [spoken.text(state, seat, action) for action in actions],
        "menu": json.loads(spoken.menu_json(state, seat)) if actions else None,
        "reasons": _reasons(game, state, seat) if actions else None,
        "observation": _observation(game, state, seat),
    }


def _reasons(game, state, seat):
    """What would be said of every move that is one action."""
    refusals = {text: game.spoken.why(state, seat, text) for text in game.moves.TEXTS[:EXPLAINED] if text is not None}
    return {text: refusal and [refusal.code, refusal.values] for text, refusal in refusals.items()}


def _observation(game, state, seat):
    numbers, parts, start = game.observation(state, seat).tolist(), {}, 0
    for name, count, _ in game.observe.OBSERVATION:
        parts[name] = numbers[start : start + count]
        start += count
    return parts


def _betrayed(game, states, stories, eyes):
    """What tells an onlooker one world from the other although nothing was revealed (None: nothing).

    And whether the worlds have come apart, because of that or because something was.
    """
    rows = [unpacked(story) for story in stories]
    told = [json.loads(game.spoken.stories(story, (eyes,))[0]) for story in stories]
    for pair, events in zip(zip(*rows, strict=False), zip(*told, strict=False), strict=True):
        if any(_reveals(game, row, eyes) for row in pair):
            return None, told[0] != told[1] or betrayal(game, states, eyes) is not None
        if events[0] != events[1]:
            return f"the event {events[0]['event']} tells {difference(*events)}", True
    found = difference(*told, "story") or betrayal(game, states, eyes)
    return found, found is not None


def _reveals(game, row, seat):
    return game.reveals(row, -1 if seat is SPECTATOR else seat)


# --- Playing in both worlds -------------------------------------------------------------------------------------------


def betrayals(kind, seed, exchange):
    """Play a game, with a world beside it for every seat that the seat cannot tell from it, and yield what betrays one.

    `exchange(state, seat, number)` makes such a world, or None. None is yielded for a step that betrays nothing.
    """
    game, chance, compared = kind.game, random.Random(seed), 0
    state, step = kind.deal(seed), _start
    twins = {seat: game.resampled(state, seat, generator(seed)) for seat in range(kind.players)}
    while True:
        after, story = step(game, state)
        for seat, twin in twins.items():
            made = step(game, twin) if twin is not None else None
            twins[seat] = None
            # Else somebody holds something else there: the move is closed, or the rules answer for them (T1).
            if made is not None and made[0]["moves"] == after["moves"]:
                compared += 1
                found, apart = _betrayed_to_any(game, (after, made[0]), (story, made[1]), seat)
                twins[seat] = None if apart else made[0]
                yield found
        state = after
        if game.compiled.over(state):
            return
        for seat, twin in twins.items():
            if twin is None or chance.random() < ANEW:
                twins[seat] = exchange(state, seat, compared)
        step = _move(game, state, chance)


def _start(game, state):
    after, story = state.copy(), blank_story()
    game.compiled.start(after, story)
    return after, packed(story)


def _move(game, state, chance):
    """A step: any move of anybody who is to act."""
    seat = chance.choice(game.to_act(state))
    text = chance.choice(game.spoken.menu(state, seat).texts[:CHOSEN_FROM])

    def step(game, state):
        made = game.spoken.decide(state, seat, text) if seat in game.to_act(state) else None
        return None if made is None or isinstance(made, WhyClosed) else (made.state, made.story)

    return step


def _betrayed_to_any(game, states, stories, seat):
    """To the seat, and to a spectator, who knows no more than any seat."""
    apart = False
    for eyes in (seat, SPECTATOR):
        found, came_apart = _betrayed(game, states, stories, eyes)
        apart |= came_apart
        if found is not None:
            return f"{'a spectator' if eyes is SPECTATOR else f'seat {eyes}'} can notice what is hidden: {found}", True
    return None, apart
