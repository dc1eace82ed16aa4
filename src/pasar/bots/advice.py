"""What a thinker's decision is to a person who asked for advice: one move, and no other that is shown to be better.

A thinker plays what it tried most, and where others choose in secret at the same time, it draws lots. To a person who
is shown chances both look like mistakes. So the advice is the best chance among the moves that were tried often, and a
move of which little is known is not shown as better than that.
"""

from dataclasses import replace

from pasar.bots.contract import Decision

OFTEN = 0.25  # of the tries of the most tried move


def advised(decision: Decision) -> Decision:
    """The same thought with the move to advise, whose chance is the first and best of those it tells."""
    if not decision.expected:
        return decision
    enough = OFTEN * max(each.visits for each in decision.expected)
    best = max((each for each in decision.expected if each.visits >= enough), key=lambda each: each.share)
    others = [each for each in decision.expected if each is not best and each.share <= best.share]
    expected = (best, *sorted(others, key=lambda each: -each.share))
    return replace(decision, move=best.move, actions=(), expected=expected)
