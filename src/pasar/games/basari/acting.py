"""Cards, and what the actions A, B and C give ("Carrying out the actions"). Compiled functions that work in place."""

from pasar.games.basari import events
from pasar.games.basari.box import BLUE, CARDS, FIRST_GEM, GREEN, POINTS, RED, WORKERS, YELLOW, A, B
from pasar.kernel.jit import inner, kernel
from pasar.kernel.story import tell


@inner
def pile_size(s):
    """The cards that are still to be drawn in this stage (S14)."""
    return CARDS - int(s.dealt[s.stage])


@inner
def draw(s, seat):
    """The pile's next card goes in front of a player. The workers of all cards there count (S6)."""
    card = int(s.piles[s.stage, s.dealt[s.stage]])
    s.dealt[s.stage] += 1
    s.owner[card] = seat
    s.workers[seat] += s.cards[card, WORKERS]
    return card


@inner
def tell_gems(s, seat, card, story):
    """What else is on a card that was dealt (S4); one of somebody's own deck may have no gem (S2)."""
    if story is not None:
        red, yellow = int(s.cards[card, FIRST_GEM + RED]), int(s.cards[card, FIRST_GEM + YELLOW])
        green, blue = int(s.cards[card, FIRST_GEM + GREEN]), int(s.cards[card, FIRST_GEM + BLUE])
        if red + yellow + green + blue > 0:
            tell(story, events.CARD_GEMS, seat, red, yellow, green, blue)


@inner
def act(s, seat, action, story):
    """S5: one of A, B and C, by the one chooser or by who won the haggling."""
    if action == A:
        _take_card(s, seat, story)
    elif action == B:
        _take_points(s, seat, story)
    else:
        _take_gems(s, seat, story)


@kernel
def _take_card(s, seat, story):
    """Action A: one more card. S14: an empty pile gives nothing."""
    if pile_size(s) == 0:
        tell(story, events.PILE_EMPTY, seat)
    else:
        card = draw(s, seat)
        tell(story, events.DREW, seat, card, int(s.cards[card, WORKERS]), int(s.workers[seat]))


@kernel
def _take_points(s, seat, story):
    """Action B: the points of the current card (S6)."""
    gain = int(s.cards[s.current[seat], POINTS])
    s.points[seat] += gain
    tell(story, events.SCORED, seat, gain)


@kernel
def _take_gems(s, seat, story):
    """Action C: the gems of the current card (S6), of each colour what the stock still has (S10)."""
    red = _take_colour(s, seat, RED)
    yellow = _take_colour(s, seat, YELLOW)
    green = _take_colour(s, seat, GREEN)
    blue = _take_colour(s, seat, BLUE)
    if red + yellow + green + blue > 0:
        tell(story, events.TOOK, seat, red, yellow, green, blue)
    else:
        tell(story, events.TOOK_NOTHING, seat)


@kernel
def _take_colour(s, seat, colour):
    """S10: of one colour, what the stock still has."""
    taken = min(int(s.cards[s.current[seat], FIRST_GEM + colour]), int(s.stock[colour]))
    s.stock[colour] -= taken
    s.gems[seat, colour] += taken
    return taken
