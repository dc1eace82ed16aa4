"""Phase 4 of a turn of Bali: what the last uncovered card brings to everybody. Compiled."""

from pasar.games.bali import events
from pasar.games.bali.actions import PICK_GOOD, POINTS
from pasar.games.bali.box import EXTRA, FARMER, MASON, MASON_STONE, PRIEST, PRIEST_POINTS, SHRINE, SHRINE_REWARD
from pasar.games.bali.counting import majority
from pasar.games.bali.pieces import bottom_card, end_turn, gain_good, open_supply
from pasar.games.bali.state import PICK, REWARD
from pasar.kernel.bits import NONE
from pasar.kernel.jit import inner, kernel
from pasar.kernel.seats import seat_after
from pasar.kernel.story import NOBODY, tell


@inner
def score(s, story):
    """B9: the bottom card, as it now lies, of the row that the last card came from."""
    kind = bottom_card(s, int(s.last_row))
    s.scored = kind
    s.step = 0
    tell(story, events.SCORED, int(s.active), kind, int(s.last_row) + 1)
    if kind == SHRINE:
        _next_shrine_reward(s, story)
    elif kind >= FARMER:
        _reward_farmers(s, story)
    else:
        _reward_each_card(s, kind, story)
        end_turn(s, story)


@kernel
def _reward_size(s, seat, kind, leader):
    """One for each card in front, and the extra for the majority (B10), which is the leader's."""
    each = MASON_STONE if kind == MASON else PRIEST_POINTS if kind == PRIEST else SHRINE_REWARD
    return each * int(s.front[seat, kind]) + (EXTRA if leader == seat else 0)


@kernel
def _reward_each_card(s, kind, story):
    """Masons bring stone, priests points, to everybody and with the extra (B10)."""
    leader = majority(s, kind)
    for step in range(int(s.players)):
        seat = seat_after(int(s.active), step, int(s.players))
        count = _reward_size(s, seat, kind, leader)
        if count > 0:
            _tell_majority(s, seat, kind, story)
            _gain_tokens(s, seat, kind == PRIEST, count, story)


@kernel
def _tell_majority(s, seat, kind, story):
    """B10, for the story."""
    if story is not None and EXTRA > 0 and majority(s, kind) == seat:
        tell(story, events.MAJORITY, seat, kind)


@kernel
def _gain_tokens(s, seat, as_points, count, story):
    """Stone or points, which never run out (B4)."""
    if as_points:
        s.points[seat] += count
        tell(story, events.POINTS_GAINED, seat, count)
    else:
        s.stone[seat] += count
        tell(story, events.STONE_GAINED, seat, count)


@kernel
def _next_shrine_reward(s, story):
    """B11: whoever has shrines is asked, the active player first, then clockwise."""
    while s.step < s.players:
        seat = seat_after(int(s.active), int(s.step), int(s.players))
        if s.front[seat, SHRINE] > 0:
            s.phase = REWARD
            s.actor = seat
            return
        s.step += 1
    end_turn(s, story)


@inner
def reward_shrines(s, seat, action, story):
    """B11: one choice for the whole reward."""
    _tell_majority(s, seat, SHRINE, story)
    _gain_tokens(s, seat, action == POINTS, _reward_size(s, seat, SHRINE, majority(s, SHRINE)), story)
    s.step += 1
    _next_shrine_reward(s, story)


@kernel
def _receiver(s):
    """B12: who is to get a good at this step: each with such a farmer in turn, last of all the majority."""
    if s.step >= s.players:
        return majority(s, int(s.scored))
    seat = seat_after(int(s.active), int(s.step), int(s.players))
    return seat if s.front[seat, s.scored] > 0 else NOBODY


@kernel
def _reward_farmers(s, story):
    """B12: hand out goods of the type; who comes too late picks another, if there is any."""
    good = int(s.scored) - FARMER
    while s.step < s.players + EXTRA:
        seat = _receiver(s)
        if seat != NOBODY:
            if s.supply[good] > 0:
                _receive(s, seat, good, story)
            elif open_supply(s, PICK_GOOD) != NONE:
                s.phase = PICK
                s.actor = seat
                return
        s.step += 1
    end_turn(s, story)


@kernel
def _receive(s, seat, good, story):
    """B12: one good; what comes after everybody's turn is the extra."""
    if s.step >= s.players:
        tell(story, events.MAJORITY, seat, int(s.scored))
    gain_good(s, seat, good)
    tell(story, events.GOOD_GAINED, seat, good)


@inner
def pick(s, seat, good, story):
    """B12: the type has run out, so another one is chosen."""
    _receive(s, seat, good, story)
    s.step += 1
    _reward_farmers(s, story)
