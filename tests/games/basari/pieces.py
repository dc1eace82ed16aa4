"""Everything that is in Basari's box and where it is, so that nothing can get lost or appear."""

from pasar.games.basari import box
from pasar.games.basari.state import NONE_YET


def pieces(state):
    """Counts that never change in a started game, by name."""
    s = state[0]
    gems = {
        f"gems {name}": int(s["stock"][colour]) + int(s["gems"][:, colour].sum())
        for colour, name in enumerate(box.GEM_NAMES)
    }
    piles = {f"pile {stage}": sorted(pile) for stage, pile in enumerate(s["piles"].tolist())}
    return gems | piles | {"cards": s["cards"].tolist()} | _cards_of_the_stage(s)


def in_any_world(state):
    """Those that anybody knows: here all, for every card that was drawn lies open."""
    return pieces(state)


def _cards_of_the_stage(s):
    """Who owns a card of this stage owns one that was drawn, its workers are theirs, and nobody owns another."""
    drawn = s["piles"][s["stage"]][: s["dealt"][s["stage"]]].tolist()
    owned = [card for card, owner in enumerate(s["owner"].tolist()) if owner != NONE_YET]
    workers = [0] * box.SEATS
    for card in owned:
        workers[s["owner"][card]] += int(s["cards"][card][box.WORKERS])
    return {
        "every card drawn has an owner": sorted(drawn) == owned,
        "workers are those of the cards": workers == s["workers"].tolist(),
        "the current card is one's own": all(
            card == NONE_YET or s["owner"][card] == seat for seat, card in enumerate(s["current"].tolist())
        ),
    }


def expected(rules):
    """What the rulebook says those counts are."""
    held = {f"gems {name}": 22 for name in box.GEM_NAMES}
    piles = {f"pile {stage}": list(range(39)) for stage in range(3)}
    return (
        held
        | piles
        | dict.fromkeys(
            ("every card drawn has an owner", "workers are those of the cards", "the current card is one's own"), True
        )
    )


def never_rising(state):
    """Counts that may only sink: what is left to be dealt in the whole game."""
    return {"undealt": 3 * box.CARDS - int(state[0]["dealt"].sum())}


def never_negative(state):
    s = state[0]
    return [s[name] for name in ("stock", "gems", "standing", "bid", "points", "dealt")]
