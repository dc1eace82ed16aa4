"""Everything that is in Bali's box and where it is, so that nothing can get lost or appear (B2)."""

from collections import Counter

from pasar.games.bali import box
from pasar.games.bali.state import DEALT, FACE_DOWN


def pieces(state):
    """Counts that never change in a started game, by name."""
    s = state[0]
    assert s["phase"] != DEALT
    cards = _cards(s)
    kinds = {f"cards {box.KIND_NAMES[kind]}": cards[kind] for kind in range(box.KINDS) if kind != box.SHRINE}
    return kinds | in_any_world(state)


def in_any_world(state):
    """Those that anybody knows: which starting set stayed in the box is a secret."""
    s = state[0]
    cards, pile = _cards(s), s["pile"][: s["pile_size"]].tolist()
    altar = Counter(card % FACE_DOWN for card in s["altar"][: s["height"]].tolist())
    goods = {
        f"goods {name}": int(s["supply"][good]) + int(s["goods"][:, good].sum()) + altar[good]
        for good, name in enumerate(box.GOOD_NAMES)
    }
    return goods | {
        "mason": cards[box.MASON],
        "priest": cards[box.PRIEST],
        "farmers": sum(cards[box.FARMER + good] for good in range(box.GOODS)),
        "pile": len(pile),
        "oracles": pile.count(box.ORACLE),
    }


def _cards(s):
    """Cards of each kind in pile, offer, hands and in front."""
    found = Counter(s["pile"][s["drawn"] : s["pile_size"]].tolist())
    for row in range(box.ROWS):
        found.update(s["offer"][row][: s["row_size"][row]].tolist())
    for kind in range(box.KINDS):
        found[kind] += int(s["hand"][:, kind].sum()) + int(s["front"][:, kind].sum())
    return found


def expected(rules):
    """What the rulebook says those counts are."""
    players, oracles = rules["players"], 8 if rules["oracle"] else 0
    cards = {"mason": 12 + players, "priest": 9, "farmers": 20 + 3 * players}
    return cards | {f"goods {name}": 25 for name in box.GOOD_NAMES} | {"pile": 34 + oracles, "oracles": oracles}


def never_rising(state):
    """Counts that may only sink: shrines that go to the box, and the pile."""
    s = state[0]
    return {"shrines": _cards(s)[box.SHRINE], "pile": int(s["pile_size"]) - int(s["drawn"])}


def never_negative(state):
    s = state[0]
    return [s[name] for name in ("supply", "goods", "hand", "front", "stone", "points", "taken", "height", "row_size")]
