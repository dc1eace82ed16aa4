"""What an observation tells of the diary, read entry by entry."""

from itertools import accumulate

from pasar.games.bali.box import GOODS, STARTING_GOODS
from pasar.games.bali.observe import OBSERVATION
from pasar.games.bali.state import GAINED, GAVE, GIFTED, KEPT, noted, noted_number, noted_seat


def parts(observation):
    """An observation as lists by name."""
    ends = accumulate(count for _, count, _ in OBSERVATION)
    return {
        name: observation[end - count : end].tolist() for (name, count, _), end in zip(OBSERVATION, ends, strict=True)
    }


def remembered(s, seat):
    """The same by going through the diary."""
    players = int(s.players)
    gained, kept = [[STARTING_GOODS] * GOODS for _ in range(players)], [0] * players
    laid, unseen = [int(s.oracle)] * GOODS, 0
    for entry in s.diary[: int(s.entries)]:
        what, good, away = noted(entry), noted_number(entry), (noted_seat(entry) - seat) % players
        if what == GAINED:
            gained[away][good] += 1
        elif what == KEPT:
            kept[away] += 1
        elif what == GIFTED and away != 0:
            unseen += 1
        else:
            laid[good] += 1
            gained[away][good] -= what == GAVE
    return {"gained": [count for counts in gained for count in counts], "kept": kept, "laid": laid, "unseen": [unseen]}


def test_the_diary_is_observed_as_it_reads(kinds, often):
    for kind in (kind for kind in kinds if kind.game.name == "bali"):
        for state in kind.states(often(30)):
            for seat in range(kind.players):
                seen = parts(kind.game.observation(state, seat))
                for name, numbers in remembered(state[0], seat).items():
                    assert seen[name][: len(numbers)] == numbers, name
                    assert not any(seen[name][len(numbers) :]), name
