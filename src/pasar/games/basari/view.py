"""What a seat of Basari, or a spectator, may see: built up from nothing, so that no secret gets out unasked."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pasar.games.basari import box, deck, moves, rules
from pasar.games.basari.state import ANSWER, CHOOSE, NONE_YET, OPEN, OVER, PHASES
from pasar.games.contract import seats_in
from pasar.games.plain import plain


def view(state: np.ndarray, seat: int | None, memory: bool = False) -> dict[str, Any]:
    """What `seat` (None: a spectator) may see, ready for JSON."""
    return views(state, (seat,), memory)[seat]


def views(state: np.ndarray, seats: Iterable[int | None], memory: bool = False) -> dict[int | None, dict[str, Any]]:
    """The same for several at once."""
    s = plain(state)
    public = _public(state, s, memory)
    return {seat: {**public, **_private(s, seat, public)} for seat in seats}


def _private(s: Any, seat: int | None, public: dict[str, Any]) -> dict[str, Any]:
    """What a seat knows better than everybody: what it has chosen, and the bid that it is making."""
    if seat is None:
        return {}
    if s.phase in (OPEN, ANSWER):
        return {"haggle": _haggle(s, seat)}
    if s.phase != CHOOSE:
        return {}
    stalls = list(public["seats"])
    stalls[seat] = {**stalls[seat], "choice": _letter(s.choices[seat])}
    return {"seats": stalls}


def _public(state: np.ndarray, s: Any, memory: bool) -> dict[str, Any]:
    seen = {
        "phase": PHASES[s.phase],
        "stage": s.stage + 1,
        "round": s.rounds,
        "pile": box.CARDS - s.dealt[s.stage],
        "stock": _counts(s.stock),
        "prizes": _counts(box.GEM_PRIZES) | {"workers": box.WORKERS_PRIZE},
        "workers_needed": box.WORKERS_NEEDED,
        "actor": _seat(s.actor),
        "action": _letter(s.action),
        "haggle": _haggle(s, None) if s.phase in (OPEN, ANSWER) else None,
        "queue": [waiting for waiting in s.queue if waiting != NONE_YET],
        "seats": [_stall(s, each) for each in range(s.players)],
        "result": _result(state) if s.phase == OVER else None,
    }
    if memory:
        # Every card lies open once drawn, so what is left in the pile is the deck without those, in no order.
        seen["remembered"] = {"pile": [_card(s, card) for card in range(box.CARDS) if s.owner[card] == NONE_YET]}
    return seen


def _stall(s: Any, owner: int) -> dict[str, Any]:
    """What lies in front of a player. Choices are secret until all have chosen."""
    return {
        "points": s.points[owner],
        "gems": _counts(s.gems[owner]),
        "workers": s.workers[owner],
        "card": None if s.current[owner] == NONE_YET else _card(s, s.current[owner]),
        "cards": [_card(s, card) for card in s.piles[s.stage][: s.dealt[s.stage]] if s.owner[card] == owner],
        "chosen": s.choices[owner] != NONE_YET,
        "choice": _letter(s.choices[owner]) if s.phase != CHOOSE else None,
    }


def _haggle(s: Any, seat: int | None) -> dict[str, Any]:
    """The two at it, the bid to answer if there is one; the bid in the making only for the one who makes it."""
    answers = s.phase == ANSWER
    rivals = s.queue[:2]
    return {
        "seats": rivals,
        "standing": deck.bundle(s.standing) if answers else None,
        "bidder": rivals[1 - rivals.index(s.actor)] if answers else None,
        "making": deck.bundle(s.bid) if seat == s.actor else None,
        "asked": box.GEM_NAMES[s.colour] if seat == s.actor else None,
    }


def _result(state: np.ndarray) -> dict[str, Any]:
    s = state[0]
    return {
        "points": [int(total) for total in s.points[: s.players]],
        "winners": list(seats_in(rules.winners(s))),
        "breakdown": moves.breakdown(state),
    }


def _card(s: Any, card: int) -> dict[str, Any]:
    return {"id": card, **deck.as_json(s.cards[card])}


def _counts(gems: Sequence[int]) -> dict[str, int]:
    return dict(zip(box.GEM_NAMES, gems, strict=True))


def _seat(number: int) -> int | None:
    return None if number == NONE_YET else number


def _letter(action: int) -> str | None:
    return None if action == NONE_YET else box.ACTION_NAMES[action]
