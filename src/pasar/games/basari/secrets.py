"""Who may know what in Basari: redrawing what a seat cannot know. What it can know: `sight.py` and `observe.py`.

Secret are the choices until all have chosen (S4), a bid until it is made, and the order of the piles.
"""

from pasar.games.basari import bidding, rules
from pasar.games.basari.box import CARDS, STAGES
from pasar.games.basari.state import CHOOSE, NONE_YET
from pasar.kernel.jit import kernel
from pasar.kernel.rng import below, shuffle


@kernel
def resample(s, seat, source):
    """Replace in place what `seat` cannot know: others' choices, a bid in the making, the order of the piles."""
    if s.phase == CHOOSE:
        _redraw_choices(s, seat, source)
    elif seat != s.actor and bidding.is_bidding(s):
        bidding.take_back_bid(s)
        rules.answer_forced(s, None)
    for stage in range(STAGES):
        reshuffle_pile(s.piles[stage], int(s.dealt[stage]), source)


@kernel
def _redraw_choices(s, seat, source):
    for other in range(int(s.players)):
        if other != seat and s.choices[other] != NONE_YET:
            s.choices[other] = below(source, rules.choices(s))


@kernel
def reshuffle_pile(pile, drawn, source):
    """Put the undrawn cards in the order of their ids first, so that nothing remains of the order they lay in."""
    seen = 0
    for place in range(drawn):
        seen |= 1 << int(pile[place])
    place = drawn
    for card in range(CARDS):
        if not seen >> card & 1:
            pile[place] = card
            place += 1
    shuffle(source, pile, drawn, CARDS)
