"""Basari as text: moves both ways, the reasons of refusals, and where points come from. Deals are in `deals.py`."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from pasar.errors import UnreadableMove
from pasar.games.basari import actions, bidding, box, ledger, rules
from pasar.games.basari.deals import load as load
from pasar.games.basari.deals import setup as setup
from pasar.games.basari.state import ANSWER, CHOOSE, GAIN, NONE_YET, OPEN, OVER, PHASES, RETURN
from pasar.games.contract import Build, Menu, actions_in

Bid = tuple[int, ...]  # gems by colour
Reason = tuple[str, dict[str, Any]]

NEVER_OPEN = -1  # the action of a bid that is readable but not a legal one

_BID = re.compile("".join(f"(?:{gem}([1-9][0-9]?))?" for gem in box.GEM_NAMES))
_GEM_MOVES = {"return": actions.RETURN_GEM, "gain": actions.GAIN_GEM}
_MOVES = "A, B, C, D, bid r2b1, accept, return r, gain y"


# --- From text --------------------------------------------------------------------------------------------------------


def action(state: np.ndarray, seat: int, text: str) -> int:
    """The action that a text asks for now. For a bid that is its count of the colour now asked."""
    word, _, rest = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if text in box.ACTION_NAMES:
        return actions.CHOOSE_ACTION + box.ACTION_NAMES.index(text)
    if text == "accept":
        return actions.ACCEPT
    if word in _GEM_MOVES and rest in box.GEM_NAMES:
        return _GEM_MOVES[word] + box.GEM_NAMES.index(rest)
    if word == "bid":
        return _bid_action(state[0], seat, _read_bid(rest))
    raise UnreadableMove(f"{text!r:.60} is no move of Basari; moves look like: {_MOVES}")


def _read_bid(text: str) -> Bid:
    match = _BID.fullmatch(text)
    bid = tuple(int(count or 0) for count in match.groups()) if match else ()
    if not any(bid) or max(bid) > box.GEMS_OF_A_COLOUR:
        raise UnreadableMove(
            f"{f'bid {text}'!r:.60} is no bid; write the colours r y g b in this order, each with 1 to "
            f"{box.GEMS_OF_A_COLOUR} gems and at least one of them, like: bid r2b1"
        )
    return bid


def _bid_action(s: Any, seat: int, bid: Bid) -> int:
    if _is_bidding(s, seat) and not _is_legal(s, seat, bid):
        return NEVER_OPEN
    return actions.BID_COUNT + bid[int(s.colour)]


def _is_bidding(s: Any, seat: int) -> bool:
    return bool(seat == s.actor and bidding.is_bidding(s))


# --- To text ----------------------------------------------------------------------------------------------------------


def text(state: np.ndarray, seat: int, action: int) -> str | None:
    """The move that an open action completes; None for a part of a bid that leaves a choice open."""
    if action < actions.BID_COUNT:
        return box.ACTION_NAMES[action - actions.CHOOSE_ACTION]
    if action < actions.ACCEPT:
        return _completed_bid(state.copy(), seat, action)
    if action == actions.ACCEPT:
        return "accept"
    if action < actions.GAIN_GEM:
        return f"return {box.GEM_NAMES[action - actions.RETURN_GEM]}"
    return f"gain {box.GEM_NAMES[action - actions.GAIN_GEM]}"


def _completed_bid(trial: np.ndarray, seat: int, action: int) -> str | None:
    """Play the bid on in `trial` as long as there is only one way."""
    s = trial[0]
    while s.colour < box.COLOURS - 1:
        rules.decide(s, seat, action, None)
        ways = list(actions_in(rules.open_actions(s, seat)))
        if len(ways) > 1:
            return None
        action = ways[0]
    return bid_text((*_made(s), action - actions.BID_COUNT))


def bid_text(bid: Bid) -> str:
    return "bid " + "".join(f"{gem}{count}" for gem, count in zip(box.GEM_NAMES, bid, strict=True) if count)


def texts(state: np.ndarray, seat: int) -> list[str]:
    """All open moves: accept first, then bids from the lowest up; other moves in the order of their actions."""
    s = state[0]
    is_open = list(actions_in(rules.open_actions(s, seat)))
    if not _is_bidding(s, seat):
        return [str(text(state, seat, action)) for action in is_open]
    answers = ["accept"] if actions.ACCEPT in is_open else []
    return answers + [bid_text(bid) for bid in sorted(_legal_bids(s, seat), key=_rank)]


def menu(state: np.ndarray, seat: int) -> Menu:
    """What can be done now. Bids are not listed: they can be thousands."""
    s = state[0]
    if _is_bidding(s, seat) and _is_unbegun(s, seat):
        answers = ("accept",) if s.phase == ANSWER else ()
        return Menu(answers, (), _bids(s, seat))
    is_open = texts(state, seat)
    closed = [text for text in _of_phase(s) if text not in is_open]
    return Menu(tuple(is_open), tuple((text, *reason(state, seat, text)) for text in closed))


def _is_unbegun(s: Any, seat: int) -> bool:
    """Whether nothing of a bid is decided yet; colours that the seat has none of are passed over by themselves (T1)."""
    return not any(s.gems[seat][: s.colour])


def _of_phase(s: Any) -> list[str]:
    """The moves that somebody could think of now, open or not."""
    if s.phase == CHOOSE:
        return list(box.ACTION_NAMES[: rules.choices(s)])
    words = [word for word, phase in (("return", RETURN), ("gain", GAIN)) if phase == s.phase]
    return [f"{word} {gem}" for word in words for gem in box.GEM_NAMES]


def _bids(s: Any, seat: int) -> Build | None:
    """S8: any bid with more gems than the standing one, and those of as many that are higher by colour."""
    own = [int(count) for count in s.gems[seat]]
    standing = _standing(s)
    as_many = [bid for bid in _of_size(sum(standing), own) if bid > standing]
    more = _of_size(sum(standing) + 1, own)
    if not as_many and not more:
        return None
    return Build(
        word="bid",
        most=dict(zip(box.GEM_NAMES, own, strict=True)),
        enough=sum(standing) + 1,
        fewer=tuple(bid_text(bid) for bid in as_many),
        least=bid_text(min(as_many or more)),
    )


def _of_size(size: int, own: Sequence[int]) -> list[Bid]:
    """All bids of so many gems, from the lowest up."""
    *most, blue = own
    firsts = product(*(range(min(count, size) + 1) for count in most))
    return [(*first, size - sum(first)) for first in firsts if 0 <= size - sum(first) <= blue]


# --- Bids -------------------------------------------------------------------------------------------------------------


def _rank(bid: Bid) -> Bid:
    """S8: bids are compared by this: more gems; of as many, more red; then yellow; then green; then blue."""
    return (sum(bid), *bid)


def _is_legal(s: Any, seat: int, bid: Bid) -> bool:
    """S8: from one's own gems, higher than the standing bid, and true to what has been put into it already."""
    affordable = all(count <= own for count, own in zip(bid, s.gems[seat], strict=True))
    return affordable and bid[: s.colour] == _made(s) and _rank(bid) > _rank(_standing(s))


def _legal_bids(s: Any, seat: int) -> Iterator[Bid]:
    later = (range(int(own) + 1) for own in s.gems[seat][s.colour :])
    standing = _rank(_standing(s))
    return (bid for bid in product(*([count] for count in _made(s)), *later) if _rank(bid) > standing)


def _made(s: Any) -> Bid:
    """What has been put into the bid in the making: the colours before the one asked."""
    return tuple(int(count) for count in s.bid[: s.colour])


def _standing(s: Any) -> Bid:
    return tuple(int(count) for count in s.standing)


# --- Refusals ---------------------------------------------------------------------------------------------------------


def reason(state: np.ndarray, seat: int, text: str) -> Reason:
    """Why a readable move is not open: a code of `[reasons]`, and what its sentence names."""
    s = state[0]
    word, _, rest = text.partition(" ")
    if s.phase == OVER:
        return "over", {}
    if word in box.ACTION_NAMES and s.phase == CHOOSE:
        return _why_not_choose(s, seat, word)
    if not rules.to_act(s) >> seat & 1:
        return "not_your_turn", {}
    if word == "return" and s.phase == RETURN:
        return "no_such_gem", {"gem": rest}
    if word == "gain" and s.phase == GAIN:
        return "gem_gone", {"gem": rest}
    if word == "bid" and _is_bidding(s, seat):
        return _why_not_bid(s, seat, _read_bid(rest))
    if word == "accept" and _is_bidding(s, seat):
        return ("nothing_to_accept", {}) if s.phase == OPEN else _bid_begun(s)
    return f"now_{PHASES[s.phase]}", {}


def _why_not_choose(s: Any, seat: int, letter: str) -> Reason:
    if s.choices[seat] != NONE_YET:
        return "already_chosen", {"action": box.ACTION_NAMES[s.choices[seat]]}
    return "no_action_d", {"action": letter, "players": box.SEATS_FOR_D}


def _why_not_bid(s: Any, seat: int, bid: Bid) -> Reason:
    for gem, asked, have in zip(box.GEM_NAMES, bid, s.gems[seat], strict=True):
        if asked > have:
            return "not_enough_gems", {"gem": gem, "have": int(have), "asked": asked}
    standing = _standing(s)
    bundle = tuple(zip(standing, box.GEM_NAMES, strict=True))
    if sum(bid) < sum(standing):
        return "too_few", {"count": sum(bid), "needed": sum(standing), "standing": bundle}
    if _rank(bid) <= _rank(standing):
        return "too_low", {"standing": bundle}
    return _bid_begun(s)


def _bid_begun(s: Any) -> Reason:
    return "bid_begun", {"gem": box.GEM_NAMES[s.colour]}


# --- Where points come from -------------------------------------------------------------------------------------------


def breakdown(state: np.ndarray) -> list[dict[str, int]]:
    """Per seat: points from action B, then from prizes for each colour and for workers."""
    parts = np.empty((int(state[0].players), len(ledger.SOURCES)), dtype=np.int64)
    ledger.sources(state[0], parts)
    return [dict(zip(ledger.SOURCES, own, strict=True)) for own in parts.tolist()]
