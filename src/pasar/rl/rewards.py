"""What a game pays: one meaning for every environment."""

from pasar.errors import BadRules
from pasar.kernel.jit import kernel

WIN, MARGIN, POINTS = range(3)
NAMES = {
    "win": "at the end: 1 for the winner, shared equally among several",
    "margin": "at the end: own points less the mean of the others' points",
    "points": "at every step: the points gained since the last one, as if the game ended now",
}


def kind_of(name: str) -> int:
    """The number of a kind of reward; raises BadRules for one that there is not."""
    if name not in NAMES:
        raise BadRules(f"there are no rewards {name!r:.40} (there are: {', '.join(NAMES)})")
    return list(NAMES).index(name)


@kernel
def at_end(kind, points, winners, out):
    """What each seat gets when the game has ended."""
    if kind == WIN:
        _share(winners, out)
    elif kind == MARGIN:
        _margins(points, out)


@kernel
def _share(winners, out):
    count = 0
    for seat in range(len(out)):
        count += winners >> seat & 1
    for seat in range(len(out)):
        out[seat] = (winners >> seat & 1) / count


@kernel
def _margins(points, out):
    total = 0
    for seat in range(len(out)):
        total += points[seat]
    for seat in range(len(out)):
        out[seat] = points[seat] - (total - points[seat]) / (len(out) - 1)


@kernel
def gained(before, now, out):
    """The points that each seat has gained; `before` becomes `now`."""
    for seat in range(len(out)):
        out[seat] = now[seat] - before[seat]
        before[seat] = now[seat]
