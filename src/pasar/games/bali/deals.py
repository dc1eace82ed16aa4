"""A deal of Bali as JSON, and back: a reader that allows nothing the box does not."""

from typing import Any

import numpy as np

from pasar.errors import BadSetup
from pasar.games.bali import box
from pasar.games.bali.box import FARMER, GOOD_NAMES, KIND_NAMES
from pasar.games.bali.sight import GOOD
from pasar.games.bali.state import FACE_DOWN, blank
from pasar.games.contract import Rules, State
from pasar.games.layout import Each, Hidden, Layout, Number, Tokens
from pasar.kernel.jit import kernel

DEALT = Number(tokens=Tokens("Dealt", KIND_NAMES))
SETUP = Layout(
    players=Hidden(Number()),
    hands=Each(box.SEATS, Each(box.STARTING_FARMERS, Number(tokens=GOOD)), count="players"),
    offer=Each(box.ROWS, Each(box.ROW, DEALT)),
    deck=Each(box.PILE, DEALT, sized=True),
    altar=Each(box.GOODS, Number(tokens=GOOD), sized=True),
)


def setup(state: State) -> dict[str, Any]:
    """The deal of a dealt, not started game."""
    s = state[0]
    size = box.CARDS - box.OFFER + (box.ORACLES if s.oracle else 0)
    hands = [[name for good, name in enumerate(GOOD_NAMES) if hand[FARMER + good]] for hand in s.hand[: s.players]]
    return {
        "hands": hands,
        "offer": [[KIND_NAMES[kind] for kind in row] for row in s.offer.tolist()],
        "deck": [KIND_NAMES[kind] for kind in s.pile[:size].tolist()],
        "altar": [GOOD_NAMES[card - FACE_DOWN] for card in s.altar_dealt.tolist()] if s.oracle else [],
    }


@kernel
def lay_out(s: Any, out: Any) -> None:
    """The same as a record of SETUP, for those who have no Python."""
    out.players = s.players
    for seat in range(int(s.players)):
        size = 0
        for good in range(box.GOODS):
            if s.hand[seat, FARMER + good] > 0:
                out.hands[seat, size] = good
                size += 1
    for row in range(box.ROWS):
        for place in range(box.ROW):
            out.offer[row, place] = s.offer[row, place]
    out.deck_size = box.CARDS - box.OFFER + (box.ORACLES if s.oracle else 0)
    for place in range(int(out.deck_size)):
        out.deck[place] = s.pile[place]
    out.altar_size = box.GOODS if s.oracle else 0
    for place in range(int(out.altar_size)):
        out.altar[place] = s.altar_dealt[place] - FACE_DOWN


@kernel
def take_in(given: Any, s: Any) -> bool:
    """Deal what a record of SETUP has to a blank game; whether the box allows it, as `load` says with reasons."""
    return given.players == s.players and _take_hands(given, s) and _take_cards(given, s) and _take_altar(given, s)


@kernel
def _take_hands(given: Any, s: Any) -> bool:
    for seat in range(int(s.players)):
        for place in range(box.STARTING_FARMERS):
            farmer = FARMER + int(given.hands[seat, place])
            if s.hand[seat, farmer] > 0:
                return False
            s.hand[seat, farmer] = 1
        for other in range(seat):
            alike = 0
            for farmer in range(FARMER, FARMER + box.GOODS):
                alike += s.hand[seat, farmer] == s.hand[other, farmer]
            if alike == box.GOODS:
                return False
    return True


@kernel
def _take_cards(given: Any, s: Any) -> bool:
    left = np.zeros(len(KIND_NAMES), np.int64)
    for kind in range(len(box.CARD_COUNTS)):
        left[kind] = box.CARD_COUNTS[kind]
    for row in range(box.ROWS):
        for place in range(box.ROW):
            s.offer[row, place] = given.offer[row, place]
            left[int(given.offer[row, place])] -= 1
    if left[box.ORACLE] != 0:
        return False
    left[box.ORACLE] = box.ORACLES if s.oracle else 0
    for place in range(int(given.deck_size)):
        s.pile[place] = given.deck[place]
        left[int(given.deck[place])] -= 1
    return bool((left == 0).all())


@kernel
def _take_altar(given: Any, s: Any) -> bool:
    goods = 0
    for place in range(int(given.altar_size)):
        goods |= 1 << int(given.altar[place])
        s.altar_dealt[place] = given.altar[place] + FACE_DOWN
    return given.altar_size == (box.GOODS if s.oracle else 0) and goods == (1 << int(given.altar_size)) - 1


def load(table: Rules, setup: Any) -> State:
    """A dealt game from its JSON; raises BadSetup for anything that the box does not allow."""
    state = blank(table)
    s = state[0]
    if not isinstance(setup, dict):
        raise BadSetup("the setup must be an object with hands, offer, deck and altar")
    _load_hands(s, _part(setup, "hands"))
    offer = [_kinds_of(row, f"row {place} of the offer") for place, row in enumerate(_part(setup, "offer"), 1)]
    if len(offer) != box.ROWS or any(len(row) != box.ROW for row in offer):
        raise BadSetup(f"the offer must be {box.ROWS} rows of {box.ROW} cards")
    deck = _kinds_of(_part(setup, "deck"), "the deck")
    _check_cards(offer, deck, bool(s.oracle))
    s.offer[:] = offer
    s.pile[: len(deck)] = deck
    _load_altar(s, _part(setup, "altar"))
    return state


def _part(setup: dict[str, Any], name: str) -> list[Any]:
    part = setup.get(name)
    if not isinstance(part, list):
        raise BadSetup(f"the setup has no list {name!r}")
    return part


def _number_of(name: Any, names: tuple[str, ...], where: str) -> int:
    if not isinstance(name, str) or name not in names:
        raise BadSetup(f"{where}: {name!r:.40} is none of {', '.join(names)}")
    return names.index(name)


def _kinds_of(cards: Any, where: str) -> list[int]:
    if not isinstance(cards, list):
        raise BadSetup(f"{where} is not a list of cards")
    return [_number_of(card, KIND_NAMES, where) for card in cards]


def _load_hands(s: Any, hands: list[Any]) -> None:
    """B3: three different farmers each, and no two starting sets alike."""
    if len(hands) != s.players:
        raise BadSetup(f"there are {len(hands)} hands for {int(s.players)} players")
    sets: list[set[int]] = []
    for seat, hand in enumerate(hands):
        where = f"the hand of seat {seat}"
        farmers = {_number_of(name, GOOD_NAMES, where) for name in (hand if isinstance(hand, list) else [])}
        if len(farmers) != box.STARTING_FARMERS or len(hand) != box.STARTING_FARMERS:
            raise BadSetup(f"{where} must be {box.STARTING_FARMERS} different farmers")
        if farmers in sets:
            raise BadSetup(
                f"seats {sets.index(farmers)} and {seat} have equal starting sets: each lacks another farmer"
            )
        sets.append(farmers)
        for good in farmers:
            s.hand[seat, FARMER + good] = 1


def _check_cards(offer: list[list[int]], deck: list[int], oracle: bool) -> None:
    """B2, B15: exactly the cards of the box, the oracles in the deck only."""
    laid = [kind for row in offer for kind in row]
    if box.ORACLE in laid:
        raise BadSetup("an oracle lies in the offer: oracles are shuffled into the deck")
    expected = (*box.CARD_COUNTS, box.ORACLES if oracle else 0)
    cards = laid + deck
    if len(cards) != sum(expected):
        raise BadSetup(f"offer and deck have {len(cards)} cards together: there are {sum(expected)} with these rules")
    for kind, count in enumerate(expected):
        if cards.count(kind) != count:
            raise BadSetup(f"offer and deck have {cards.count(kind)} {KIND_NAMES[kind]} cards: there are {count}")


def _load_altar(s: Any, altar: list[Any]) -> None:
    goods = [_number_of(name, GOOD_NAMES, "the altar") for name in altar]
    if sorted(goods) != (list(range(box.GOODS)) if s.oracle else []):
        raise BadSetup("the altar must be one good of each type with the oracle, and empty without")
    for place, good in enumerate(goods):
        s.altar_dealt[place] = good + FACE_DOWN
