"""What a seat of Bali, or a spectator, may see: built up from nothing, so that a secret has to be put in to get out."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from pasar.games.bali.box import (
    CARDS,
    FARMER,
    GOOD_NAMES,
    GOODS,
    HAND,
    KIND_NAMES,
    ORACLE_DEPTH,
    ROWS,
    STARTING_GOODS,
)
from pasar.games.bali.counting import values
from pasar.games.bali.playing import price_with
from pasar.games.bali.state import (
    ADDED,
    FACE_DOWN,
    GAINED,
    GIFTED,
    KEEP,
    KEPT,
    NO_DEMON,
    OVER,
    PHASES,
    PICK,
    REWARD,
    noted,
    noted_number,
    noted_seat,
)
from pasar.games.plain import plain

Shown = dict[str, Any]

_PRICES = [int(price_with(farmers)) for farmers in range(CARDS + 1)]  # by own farmers of the type in front


def view(state: np.ndarray, seat: int | None, memory: bool = False) -> Shown:
    """What `seat` (None: a spectator) sees of the table; with `memory` also what it could have remembered (B18)."""
    return views(state, (seat,), memory)[seat]


def views(state: np.ndarray, seats: Iterable[int | None], memory: bool = False) -> dict[int | None, Shown]:
    """The same for several at once."""
    s = plain(state)
    public = _public(state, s)
    return {seat: {**public, **_private(s, seat, memory)} for seat in seats}


def _public(state: np.ndarray, s: Any) -> Shown:
    shown: Shown = {"phase": PHASES[s.phase], "turn": s.active}
    shown.update(_middle(s))
    shown["seats"] = [_seat_in_public(s, other) for other in range(s.players)]
    if s.phase in (REWARD, PICK):
        shown["scored"] = KIND_NAMES[s.scored]
    if s.phase == OVER:
        shown["values"] = _by_good(values(state))
        shown["goods"] = [_by_good(s.goods[other]) for other in range(s.players)]
    return shown


def _private(s: Any, seat: int | None, memory: bool) -> Shown:
    shown: Shown = {} if seat is None else {"own": _own(s, seat)}
    if memory:
        shown["remembered"] = _remembered(s, seat)
    return shown


def _middle(s: Any) -> Shown:
    rows = [[KIND_NAMES[kind] for kind in s.offer[row][: s.row_size[row]]] for row in range(ROWS)]
    return {
        "pile": s.pile_size - s.drawn,
        "offer": rows,
        "demon": None if s.demon == NO_DEMON else s.demon + 1,
        "supply": _by_good(s.supply),
        "altar": {"height": s.height, "top": _altar_top(s)},
    }


def _altar_top(s: Any) -> str | None:
    """The good that lies open on top; None if the top card lies face down or there is none."""
    if s.height == 0 or s.altar[s.height - 1] >= FACE_DOWN:
        return None
    return GOOD_NAMES[s.altar[s.height - 1]]


def _seat_in_public(s: Any, seat: int) -> Shown:
    front, held = s.front[seat], sum(s.hand[seat])
    return {
        "stone": s.stone[seat],
        "points": s.points[seat],
        "front": _by_kind(front),
        "hand": held,
        "room": HAND - held,  # cards that it may still take up
        "goods": sum(s.goods[seat]),
        "prices": _by_good([_PRICES[farmers] for farmers in front[FARMER:]]),
    }


def _own(s: Any, seat: int) -> Shown:
    shown: Shown = {"hand": _by_kind(s.hand[seat]), "goods": _by_good(s.goods[seat])}
    if s.phase == KEEP and s.actor == seat:
        cards = s.altar[: s.height][-ORACLE_DEPTH:]
        shown["oracle"] = [GOOD_NAMES[card % FACE_DOWN] for card in reversed(cards)]
    return shown


def _by_good(counts: list[int]) -> dict[str, int]:
    return dict(zip(GOOD_NAMES, counts, strict=True))


def _by_kind(counts: list[int]) -> dict[str, int]:
    return {KIND_NAMES[kind]: count for kind, count in enumerate(counts) if count}


def _remembered(s: Any, seat: int | None) -> Shown:
    """Cards and goods that the seat saw changing hands, and what it knows to have been laid on the altar."""
    goods = [[STARTING_GOODS] * GOODS for _ in range(s.players)]
    altar = [s.oracle] * GOODS
    kept, unseen = [0] * s.players, [0] * s.players
    for entry in s.diary[: s.entries]:
        what, who, good = noted(entry), noted_seat(entry), noted_number(entry)
        if what == KEPT:
            kept[who] += 1
        elif what == GIFTED and who != seat:
            unseen[who] += 1
        else:
            if what != ADDED:
                goods[who][good] += 1 if what == GAINED else -1
            if what != GAINED:
                altar[good] += 1
    if seat is not None:
        goods[seat], kept[seat] = s.goods[seat], 0
    seats = [
        {
            "taken": _by_kind(s.taken[other]),
            "started": [name for good, name in enumerate(GOOD_NAMES) if s.proven[other] >> good & 1],
            "goods": _by_good(goods[other]),
            "gave_unseen": unseen[other],
            "kept_unseen": kept[other],
        }
        for other in range(s.players)
    ]
    return {"seats": seats, "laid": _by_good(altar)}
