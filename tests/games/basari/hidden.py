"""What a seat of Basari cannot know, changed by hand: each exchange changes a state in place, for one onlooker.

An exchange returns False where it does not apply. None of them uses the project's own `resample`.
"""

from pasar.games.basari import actions, box, rules
from pasar.games.basari.state import ANSWER, CHOOSE, NONE_YET, OPEN
from pasar.games.contract import actions_in


def reverse_piles(s, seat, number):
    for stage in range(box.STAGES):
        rest = s["piles"][stage][s["dealt"][stage] :]
        rest[:] = rest[::-1].copy()
    return True


def change_choices(s, seat, number):
    """S4: others have chosen other actions."""
    letters = box.CHOICES_WITH_D if s["players"] == box.SEATS_FOR_D else box.CHOICES
    others = [other for other in range(s["players"]) if other != seat and s["choices"][other] != NONE_YET]
    if s["phase"] != CHOOSE:
        return False
    for other in others:
        s["choices"][other] = (s["choices"][other] + 1 + number % (letters - 1)) % letters
    return bool(others)


def go_on_bidding(s, seat, number):
    """Whoever makes a bid has already settled some colours of it, or some other count of them."""
    if s["phase"] not in (OPEN, ANSWER) or s["actor"] == seat:
        return False
    s["colour"] = 0
    s["bid"][:] = 0
    while s["colour"] < 1 + number % (box.COLOURS - 1):
        counts = [action for action in actions_in(rules.open_actions(s, s["actor"])) if action < actions.ACCEPT]
        if not counts:
            return False
        s["bid"][s["colour"]] = counts[number % len(counts)] - actions.BID_COUNT
        s["colour"] += 1
    return True


EXCHANGES = {exchange.__name__: exchange for exchange in (reverse_piles, change_choices, go_on_bidding)}


def can_happen(name, rules):
    return True
