"""What a seat of Bali cannot know (B18), changed by hand: each exchange changes a state in place, for one onlooker.

An exchange returns False where it does not apply. None of them uses the project's own `resample`.
"""

from itertools import combinations

from pasar.games.bali import box
from pasar.games.bali.state import ADDED, FACE_DOWN, GAINED, GAVE, GIFTED, GIVE, KEEP, KEPT, PLAY, noted, noted_seat
from pasar.games.bali.state import noted_number as noted_good


def reverse_pile(s, seat, number):
    rest = s["pile"][s["drawn"] : s["pile_size"]]
    rest[:] = rest[::-1].copy()
    return True


def swap_starting_sets(s, seat, number):
    """Two others exchange what is left of their starting sets, if both could have shown what they have shown."""
    for one, other in combinations([each for each in range(s["players"]) if each != seat], 2):
        lacks = _lacking(s, one), _lacking(s, other)
        if _could_lack(s, one, lacks[1]) and _could_lack(s, other, lacks[0]):
            _lack(s, one, *lacks)
            _lack(s, other, *lacks[::-1])
            return True
    return False


def take_unused_set(s, seat, number):
    """Another player had a starting set that lies in the box."""
    used = {_lacking(s, each) for each in range(s["players"])}
    for other in range(s["players"]):
        for lacks in set(range(box.GOODS)) - used:
            if other != seat and _could_lack(s, other, lacks):
                _lack(s, other, _lacking(s, other), lacks)
                return True
    return False


def _starters(s, seat):
    """The starting farmers in a hand: those that were not taken from the offer."""
    return (s["hand"][seat] - s["taken"][seat])[box.FARMER :]


def _lacking(s, seat):
    proven, held = int(s["proven"][seat]), _starters(s, seat)
    return next(good for good in range(box.GOODS) if not proven >> good & 1 and held[good] == 0)


def _could_lack(s, seat, good):
    """Not if it was seen; and who is being asked what to play must keep a choice (T1), so those are left alone."""
    asked = s["phase"] == PLAY and s["actor"] == seat
    return not int(s["proven"][seat]) >> good & 1 and not asked


def _lack(s, seat, before, now):
    s["hand"][seat, box.FARMER + before] += 1
    s["hand"][seat, box.FARMER + now] -= 1


def exchange_gift(s, seat, number):
    """Another player gave another good face down, one that they had then and never needed since."""
    if _is_oracle_used(s):
        return False
    diary = s["diary"][: s["entries"]]
    for place, entry in enumerate(diary.tolist()):
        who = noted_seat(entry)
        if noted(entry) == GIFTED and who != seat and not (s["phase"] == GIVE and s["actor"] == who):
            for good in range(box.GOODS):
                if good != noted_good(entry) and _spare(s, who, good, place) > 0:
                    _give_instead(s, place, good)
                    return True
    return False


def _is_oracle_used(s):
    return s["phase"] == KEEP or any(noted(entry) == KEPT for entry in s["diary"][: s["entries"]].tolist())


def _spare(s, who, good, place):
    """The fewest of a good that somebody ever had from before this entry on: counted back from what they have now."""
    have = fewest = int(s["goods"][who, good])
    for entry in reversed(s["diary"][place : s["entries"]].tolist()):
        if noted_seat(entry) == who and noted_good(entry) == good and noted(entry) != ADDED:
            have += -1 if noted(entry) == GAINED else 1
            fewest = min(fewest, have)
    return fewest


def _give_instead(s, place, good):
    entry = int(s["diary"][place])
    who, before = noted_seat(entry), noted_good(entry)
    laid = sum(noted(earlier) != GAINED for earlier in s["diary"][:place].tolist())
    s["diary"][place] = entry - before + good
    s["altar"][(box.GOODS if s["oracle"] else 0) + laid] = good + FACE_DOWN
    s["goods"][who, before] += 1
    s["goods"][who, good] -= 1


def turn_dealt_altar(s, seat, number):
    """The oracle's first four cards lie in another order, as long as nobody looked."""
    if not s["oracle"] or _is_oracle_used(s):
        return False
    for cards in (s["altar_dealt"], s["altar"][: box.GOODS]):
        cards[:] = cards[::-1].copy()
    return True


def keep_another(s, seat, number):
    """Another player's last use of the oracle brought them another of the cards below the top one."""
    diary = s["diary"][: s["entries"]].tolist()
    if not diary or noted(diary[-1]) != KEPT or noted_seat(diary[-1]) == seat or s["phase"] in (KEEP, GIVE):
        return False
    who, kept = noted_seat(diary[-1]), noted_good(diary[-1])
    altar = _altar_before_last(s, diary)
    places = [place for place in range(1, min(box.ORACLE_DEPTH, len(altar))) if place != kept]
    if kept == 0 or not places:
        return False
    place = places[number % len(places)]
    s["goods"][who, altar[-1 - kept] % FACE_DOWN] -= 1
    s["goods"][who, altar[-1 - place] % FACE_DOWN] += 1
    s["diary"][s["entries"] - 1] = diary[-1] - kept + place
    del altar[-1 - place]
    s["altar"][: s["height"]] = altar
    return True


def _altar_before_last(s, diary):
    altar = s["altar_dealt"].tolist() if s["oracle"] else []
    for entry in diary[:-1]:
        if noted(entry) == KEPT:
            del altar[-1 - noted_good(entry)]
        elif noted(entry) in (GAVE, GIFTED, ADDED):
            altar.append(noted_good(entry) + (FACE_DOWN if noted(entry) == GIFTED else 0))
    return altar


EXCHANGES = {
    exchange.__name__: exchange
    for exchange in (reverse_pile, swap_starting_sets, take_unused_set, exchange_gift, turn_dealt_altar, keep_another)
}


def can_happen(name, rules):
    if name == "swap_starting_sets":
        return rules["players"] > 2
    if name == "take_unused_set":
        return rules["players"] < box.SEATS
    return rules["oracle"] or name not in ("turn_dealt_altar", "keep_another")
