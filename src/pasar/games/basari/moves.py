"""Moves of Basari as texts (those of a record), and why one is closed. A bid is described by its parts."""

from pasar.games.basari import actions, box, events
from pasar.games.basari.bidding import is_bidding, lowest_bid, size_of, worth
from pasar.games.basari.box import ACTION_NAMES, COLOURS, GEM_NAMES
from pasar.games.basari.rules import choices, is_open, to_act
from pasar.games.basari.sight import GEM
from pasar.games.basari.state import ANSWER, CHOOSE, GAIN, NONE_YET, OPEN, OVER, RETURN
from pasar.games.contract import Composed, Reason
from pasar.games.layout import Constant, Counts, Joined, Layout
from pasar.kernel.bits import NONE, span
from pasar.kernel.jit import inner, kernel

TEXTS = (
    *ACTION_NAMES,
    *(None for _ in range(actions.BID_COUNT, actions.ACCEPT)),
    "accept",
    *(f"return {gem}" for gem in GEM_NAMES),
    *(f"gain {gem}" for gem in GEM_NAMES),
)
COMPOSED = Composed("bid", GEM_NAMES, actions.BID_COUNT, box.GEMS_OF_A_COLOUR, events.BID)
BUILD = Layout(word=Constant("bid"), fewest=Counts(GEM), most=Counts(GEM), beats=Counts(GEM), least=Joined("bid", GEM))

(
    IS_OPEN, IS_OVER, NOT_YOUR_TURN, ALREADY_CHOSEN, NO_ACTION_D, NOT_ENOUGH_GEMS, TOO_FEW, TOO_LOW, BID_BEGUN,
    NOTHING_TO_ACCEPT, NO_SUCH_GEM, GEM_GONE, NOW_CHOOSE, NOW_OPEN, NOW_ANSWER, NOW_RETURN, NOW_GAIN,
) = range(17)  # fmt: skip

REASONS = (
    Reason("open"),
    Reason("over"),
    Reason("not_your_turn"),
    Reason("already_chosen", ("action",)),
    Reason("no_action_d", ("action", "players")),
    Reason("not_enough_gems", ("gem", "have", "asked")),
    Reason("too_few", ("count", "needed"), bundle="standing"),
    Reason("too_low", bundle="standing"),
    Reason("bid_begun", ("gem",)),
    Reason("nothing_to_accept"),
    Reason("no_such_gem", ("gem",)),
    Reason("gem_gone", ("gem",)),
    Reason("now_choose"),
    Reason("now_open"),
    Reason("now_answer"),
    Reason("now_return"),
    Reason("now_gain"),
)


@inner
def why(s, seat, parts, out):
    """The first thing that is in the way of a move."""
    action = int(parts[0])
    out[0] = IS_OPEN
    if _is_bid(action):
        _why_not_bid(s, seat, parts, out)
    elif not is_open(s, seat, action):
        _why_not(s, seat, action, out)
    return int(out[0])


@kernel
def _is_bid(action):
    return actions.BID_COUNT <= action < actions.ACCEPT


@kernel
def _why_not(s, seat, action, out):
    if s.phase == OVER:
        out[0] = IS_OVER
    elif action < actions.BID_COUNT and s.phase == CHOOSE:
        _why_not_choose(s, seat, action, out)
    elif not to_act(s) >> seat & 1:
        out[0] = NOT_YOUR_TURN
    elif s.phase == RETURN and actions.RETURN_GEM <= action < actions.GAIN_GEM:
        out[0], out[1] = NO_SUCH_GEM, action - actions.RETURN_GEM
    elif s.phase == GAIN and action >= actions.GAIN_GEM:
        out[0], out[1] = GEM_GONE, action - actions.GAIN_GEM
    elif s.phase == OPEN and action == actions.ACCEPT:
        out[0] = NOTHING_TO_ACCEPT
    elif s.phase == ANSWER and action == actions.ACCEPT:
        out[0], out[1] = BID_BEGUN, s.colour
    else:
        out[0] = NOW_CHOOSE + int(s.phase) - CHOOSE


@kernel
def _why_not_choose(s, seat, action, out):
    if s.choices[seat] != NONE_YET:
        out[0], out[1] = ALREADY_CHOSEN, s.choices[seat]
    else:
        out[0], out[1], out[2] = NO_ACTION_D, action, box.SEATS_FOR_D


@kernel
def _why_not_bid(s, seat, parts, out):
    """S8: from one's own gems, higher than the standing bid, and true to what has been put into it already."""
    if seat != s.actor or not is_bidding(s):
        _why_not(s, seat, int(parts[0]), out)
        return
    bid = parts - actions.BID_COUNT
    for colour in range(COLOURS):
        if bid[colour] > s.gems[seat, colour]:
            out[0], out[1], out[2], out[3] = NOT_ENOUGH_GEMS, colour, s.gems[seat, colour], bid[colour]
            return
    if worth(bid) <= worth(s.standing):
        _does_not_beat(s, bid, out)
        return
    for colour in range(int(s.colour)):
        if bid[colour] != s.bid[colour]:
            out[0], out[1] = BID_BEGUN, s.colour


@kernel
def _does_not_beat(s, bid, out):
    size, needed = size_of(bid), size_of(s.standing)
    first = 1
    out[0] = TOO_LOW
    if size < needed:
        out[0], out[1], out[2] = TOO_FEW, size, needed
        first = 3
    for colour in range(COLOURS):
        out[first + colour] = s.standing[colour]


@inner
def part(s):
    """A bid is made colour by colour."""
    return int(s.colour)


@inner
def listed(s, seat):
    """The moves that somebody could think of now."""
    if s.phase == CHOOSE:
        return span(actions.CHOOSE_ACTION, choices(s))
    if s.phase == RETURN:
        return span(actions.RETURN_GEM, COLOURS)
    return span(actions.GAIN_GEM, COLOURS) if s.phase == GAIN else NONE


@inner
def build(s, seat, out):
    """S8: any bid from one's own gems that beats the standing one, true to what has been put into it already."""
    if seat != s.actor or not is_bidding(s) or not lowest_bid(s, seat, out.least):
        return False
    for colour in range(COLOURS):
        settled = colour < s.colour
        out.fewest[colour] = s.bid[colour] if settled else 0
        out.most[colour] = s.bid[colour] if settled else s.gems[seat, colour]
        out.beats[colour] = s.standing[colour]
    return True
