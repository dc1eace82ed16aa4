"""The deal of Basari as JSON, both ways: the cards and the order of the three piles."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pasar.errors import BadSetup
from pasar.games.basari import box, deck
from pasar.games.basari.sight import GEM
from pasar.games.basari.state import blank
from pasar.games.layout import Counts, Each, Group, Layout, Number
from pasar.kernel.jit import kernel

SETUP = Layout(
    cards=Each(box.CARDS, Group(workers=Number(), points=Number(), gems=Counts(GEM, zeros=False))),
    decks=Each(box.STAGES, Each(box.CARDS, Number())),
)

# What a card may have, from and below: compiled code knows no ranges.
WORKERS, POINTS, GEMS = (
    (allowed.start, allowed.stop) for allowed in (box.CARD_WORKERS, box.CARD_POINTS, box.CARD_GEMS)
)


def setup(state: np.ndarray) -> dict[str, Any]:
    """Everything a dealt game needs to be dealt again."""
    s = state[0]
    return {"cards": [deck.as_json(card) for card in s.cards], "decks": s.piles.tolist()}


@kernel
def lay_out(s: Any, out: Any) -> None:
    """The same as a record of SETUP, for those who have no Python."""
    for card in range(box.CARDS):
        out.cards_workers[card] = s.cards[card, box.WORKERS]
        out.cards_points[card] = s.cards[card, box.POINTS]
        for colour in range(box.COLOURS):
            out.cards_gems[card, colour] = s.cards[card, box.FIRST_GEM + colour]
        for stage in range(box.STAGES):
            out.decks[stage, card] = s.piles[stage, card]


@kernel
def _fits(number: Any, limits: Any) -> bool:
    return bool(limits[0] <= number < limits[1])


@kernel
def take_in(given: Any, s: Any) -> bool:
    """Deal what a record of SETUP has to a blank game; whether the box allows it, as `load` says with reasons."""
    for card in range(box.CARDS):
        s.cards[card, box.WORKERS] = given.cards_workers[card]
        s.cards[card, box.POINTS] = given.cards_points[card]
        gems = 0
        for colour in range(box.COLOURS):
            s.cards[card, box.FIRST_GEM + colour] = given.cards_gems[card, colour]
            gems += int(given.cards_gems[card, colour])
        if not (_fits(given.cards_workers[card], WORKERS) and _fits(given.cards_points[card], POINTS)):
            return False
        if not _fits(gems, GEMS):
            return False
    for stage in range(box.STAGES):
        seen = np.zeros(box.CARDS, np.int64)
        for place in range(box.CARDS):
            card = int(given.decks[stage, place])
            if card >= box.CARDS or seen[card] > 0:
                return False
            seen[card] = 1
            s.piles[stage, place] = card
    return True


def load(rules: dict[str, Any], setup: Any) -> np.ndarray:
    """A dealt game, not started; raises BadSetup for what the box does not allow."""
    cards = [_card(card, f"card {index}") for index, card in enumerate(_list(setup, "cards", box.CARDS))]
    piles = [_pile(pile, f"deck {index + 1}") for index, pile in enumerate(_list(setup, "decks", box.STAGES))]
    # The setup brings its own cards, so a deck file that the table was opened with is not read again.
    state = blank({"players": rules["players"]})
    state["cards"] = cards
    state["piles"] = piles
    return state


def _list(setup: Any, key: str, length: int) -> Sequence[Any]:
    if not isinstance(setup, Mapping):
        raise BadSetup(f"the setup of Basari is an object with cards and decks, not {setup!r:.40}")
    if key not in setup:
        raise BadSetup(f"the setup of Basari lacks {key}")
    value = setup[key]
    if not isinstance(value, list | tuple) or len(value) != length:
        found = f"{len(value)}" if isinstance(value, list | tuple) else f"{value!r:.40}"
        raise BadSetup(f"{key} must be a list of {length}, not {found}")
    return value


def _card(card: Any, where: str) -> deck.Card:
    if not isinstance(card, Mapping) or not isinstance(card.get("gems"), Mapping):
        raise BadSetup(f"{where} must look like {{'workers': 2, 'points': 6, 'gems': {{'r': 2}}}}, not {card!r:.80}")
    for gem in card["gems"]:
        if gem not in box.GEM_NAMES:
            raise BadSetup(f"{where}: there are no gems {gem!r:.40} (there are: {', '.join(box.GEM_NAMES)})")
    gems = [_number(card["gems"].get(gem, 0), f"{where}: gems {gem}") for gem in box.GEM_NAMES]
    numbers = [_number(card.get(what), f"{where}: {what}") for what in ("workers", "points")]
    reason = deck.fault((*numbers, *gems))
    if reason:
        raise BadSetup(f"{where}: {reason}")
    return (*numbers, *gems)


def _number(value: Any, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadSetup(f"{what} must be a whole number from 0 up, not {value!r:.40}")
    return value


def _pile(pile: Any, where: str) -> Sequence[int]:
    if not isinstance(pile, list | tuple):
        raise BadSetup(f"{where} must be a list of card ids, not {pile!r:.40}")
    ids = [_number(card, f"{where}: a card id") for card in pile]
    for card in range(box.CARDS):
        if ids.count(card) != 1:
            raise BadSetup(
                f"{where} must have each card from 0 to {box.CARDS - 1} once; {card} is there {ids.count(card)} times"
            )
    if len(ids) != box.CARDS:
        unknown = next(card for card in ids if card >= box.CARDS)
        raise BadSetup(f"{where}: there is no card {unknown}; cards go from 0 to {box.CARDS - 1}")
    return ids
