"""Moves of Bali as texts (those of a record) and numbers, why a move is not open, and where points come from."""

from typing import Any

import numpy as np

from pasar.errors import UnreadableMove
from pasar.games.bali import actions, box, ledger, playing, rules
from pasar.games.bali.box import FARMER, GOOD_NAMES, KIND_NAMES
from pasar.games.bali.deals import load, setup
from pasar.games.bali.events import KIND_TOKENS
from pasar.games.bali.state import ADD, ASK, BUY, GIVE, KEEP, PHASES, PICK, PLAY, REWARD, TAKE
from pasar.games.contract import Menu, State, actions_in
from pasar.games.plain import plain

__all__ = ["action", "breakdown", "load", "menu", "reason", "setup", "text", "texts"]

Reason = tuple[str, dict[str, Any]]


def _all_texts() -> list[str]:
    """Every move by its number; the order is that of `actions.py`."""
    farmers = [
        f"play {good}" + (f"*{count}" if count > 1 else "")
        for good in GOOD_NAMES
        for count in range(1, box.MOST_FARMERS + 1)
    ]
    return [
        "pass",
        *(f"buy {good}" for good in GOOD_NAMES),
        *(f"play {kind}" for kind in KIND_NAMES[:FARMER]),
        *farmers,
        "box shrine",
        *(f"give {good}" for good in GOOD_NAMES),
        *(f"add {good}" for good in GOOD_NAMES),
        *(f"take {row}" for row in range(1, box.ROWS + 1)),
        "look",
        "skip",
        *(f"keep {place}" for place in range(1, box.ORACLE_DEPTH + 1)),
        "points",
        "stone",
        *(f"pick {good}" for good in GOOD_NAMES),
    ]


TEXTS = _all_texts()

# The phase that each block of actions belongs to, from the last block to the first.
PHASE_STARTS = (
    (actions.PICK_GOOD, PICK),
    (actions.POINTS, REWARD),
    (actions.KEEP_PLACE, KEEP),
    (actions.LOOK, ASK),
    (actions.TAKE_ROW, TAKE),
    (actions.ADD_GOOD, ADD),
    (actions.GIVE_GOOD, GIVE),
    (actions.PLAY_MASON, PLAY),
    (actions.PASS, BUY),
)
_BY_PHASE = {
    phase: list(range(start, end))
    for (start, phase), end in zip(PHASE_STARTS, (len(TEXTS), *(start for start, _ in PHASE_STARTS[:-1])), strict=True)
}
ACTION_OF = {text: action for action, text in enumerate(TEXTS)}


def text(state: State, seat: int, action: int) -> str | None:
    return TEXTS[action]


def action(state: State, seat: int, text: str) -> int:
    try:
        return ACTION_OF[text]
    except (KeyError, TypeError):
        raise UnreadableMove(f"{text!r:.60} is not a move of Bali ({_like(text)})") from None


def _like(text: object) -> str:
    """A hint from the first word: which moves begin with it."""
    word = text.split(" ")[0] if isinstance(text, str) else ""
    alike = [known for known in TEXTS if known.split(" ")[0] == word]
    return "there is: " + ", ".join(alike) if alike else "moves look like: buy rice, play mason, take 3"


def texts(state: State, seat: int) -> list[str]:
    return [TEXTS[action] for action in actions_in(rules.open_actions(state[0], seat))]


def menu(state: State, seat: int) -> Menu:
    """All moves of the phase, except that playing a kind of which one has no card is not worth mentioning."""
    s = plain(state)
    is_open = set(actions_in(rules.open_actions(state[0], seat)))
    closed = ((TEXTS[action], *_why_not(s, seat, action)) for action in _BY_PHASE[s.phase] if action not in is_open)
    return Menu(
        tuple(TEXTS[action] for action in sorted(is_open)),
        tuple(entry for entry in closed if entry[1] != "not_in_hand" or entry[2]["have"]),
    )


# --- Why not ----------------------------------------------------------------------------------------------------------


def reason(state: State, seat: int, text: str) -> Reason:
    """Why a readable move is not open to the seat that is to act."""
    s, wanted = plain(state), action(state, seat, text)
    if _phase_of(wanted) != s.phase:
        return "other_phase", {"phase": PHASES[s.phase]}
    return _why_not(s, seat, wanted)


def _why_not(s: Any, seat: int, wanted: int) -> Reason:
    """The reason for a move of the present phase."""
    if s.phase == BUY:
        return _no_buy(s, seat, wanted - actions.BUY_GOOD)
    if s.phase == PLAY:
        return _no_play(s, seat, wanted)
    if s.phase == TAKE:
        return "demon", {"row": s.demon + 1}
    if wanted >= actions.PICK_GOOD or actions.ADD_GOOD <= wanted < actions.TAKE_ROW:
        return "supply_empty", {"good": TEXTS[wanted].split(" ")[1]}
    if actions.GIVE_GOOD <= wanted < actions.ADD_GOOD:
        return "no_good", {"good": TEXTS[wanted].split(" ")[1]}
    return "altar_low", {"count": s.height}


def _phase_of(wanted: int) -> int:
    return next(phase for start, phase in PHASE_STARTS if wanted >= start)


def _no_buy(s: Any, seat: int, good: int) -> Reason:
    if s.supply[good] == 0:
        return "supply_empty", {"good": GOOD_NAMES[good]}
    return "price", {"price": int(playing.price_with(s.front[seat][FARMER + good])), "have": s.stone[seat]}


def _no_play(s: Any, seat: int, wanted: int) -> Reason:
    if wanted == actions.BOX_SHRINE:
        return "no_need_to_box", {"price": box.SHRINE_PRICE}
    if wanted < actions.PLAY_FARMERS:
        kind, count, cost = wanted - actions.PLAY_MASON, 1, box.SHRINE_PRICE
    else:
        good, extra = divmod(wanted - actions.PLAY_FARMERS, box.MOST_FARMERS)
        kind, count, cost = FARMER + good, 1 + extra, extra * box.FARMER_PRICE
    have = s.hand[seat][kind]
    if have < count:
        return "not_in_hand", {"kind": KIND_TOKENS[kind], "count": count, "have": have}
    return "price", {"price": cost, "have": s.stone[seat]}


# --- Points -----------------------------------------------------------------------------------------------------------


def breakdown(state: State) -> list[dict[str, int]]:
    """Per seat where its points come from (B14)."""
    parts = np.empty((int(state[0].players), len(ledger.SOURCES)), dtype=np.int64)
    ledger.sources(state[0], parts)
    return [dict(zip(ledger.SOURCES, own, strict=True)) for own in parts.tolist()]
