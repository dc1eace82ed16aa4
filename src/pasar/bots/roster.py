"""Bots by name: what a person types after `--bots`.

The seven levels from `first` to `champion` (`pasar.bots.levels`); the yardsticks `random`, `greedy`, `easy`, `medium`
and `hard`, which have always played as they do; `search`, `ahead` (the same, which thinks on while others decide),
`even` (without beliefs, secret choices drawn by visits) and `plain` (with random rollouts and nothing else). A level or
search may be given another budget: `expert:200ms`, `search:400sims`. Anything else with a colon is a bot of somebody's
own: `module:Class` or `file.py:Class`, also with a budget: `file.py:Class:50ms`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from pasar.bots.ahead import AheadBot
from pasar.bots.contract import Bot, Budget
from pasar.bots.levels import LEVELS, Level, LevelBot
from pasar.bots.own import OwnBot, UnknownBot, check_maker, load
from pasar.bots.search import BEFORE, EVEN, PLAIN, STRONG, SearchBot, SearchSettings
from pasar.bots.simple import PolicyBot
from pasar.errors import did_you_mean

# Bots that can decide inside compiled loops, by their chance of a decision by chance instead of by rules of thumb.
# That of `easy` is sensible on the whole, with mistakes that a newcomer can use.
COMPILED = {"random": 1.0, "greedy": 0.0, "easy": 0.25}
OWN_BUDGET = Budget(seconds=1.0)
SHORTEST, LONGEST = 0.001, 3600.0  # seconds

_BUDGET = re.compile(r"([0-9]+(?:\.[0-9]+)?)(ms|s|sims)")


@dataclass(frozen=True)
class NamedBot:
    """A bot that can be asked to a table: `make(seed)` gives one for one seat of one game."""

    name: str
    budget: Budget
    make: Callable[[int], Bot]
    help: str = ""
    make_with_budget: Callable[[int], Bot] | None = None  # the same where it is given another budget, if it matters


def _compiled(name: str, help: str) -> NamedBot:
    return NamedBot(name, Budget(), lambda seed: PolicyBot(COMPILED[name], seed), help)


def _level(level: Level) -> NamedBot:
    return NamedBot(
        level.name, Budget(seconds=level.seconds), lambda seed: LevelBot(level, seed), level.help,
        lambda seed: LevelBot(level, seed, own_budget=True),
    )  # fmt: skip


def _search(name: str, budget: Budget, settings: SearchSettings, help: str) -> NamedBot:
    return NamedBot(name, budget, lambda seed: SearchBot(settings, seed), help)


BOTS = {
    entry.name: entry
    for entry in (
        *map(_level, LEVELS.values()),
        _compiled("random", "anything that is open"),
        _compiled("greedy", "rules of thumb, one decision ahead"),
        _compiled("easy", "rules of thumb, with mistakes"),
        _search("medium", Budget(simulations=100), BEFORE, "thinks a little"),
        _search("hard", Budget(seconds=0.1), BEFORE, "thinks a tenth of a second"),
        _search("search", Budget(seconds=0.2), STRONG, "thinks as long as it is told to"),
        NamedBot("ahead", Budget(seconds=0.2), lambda seed: AheadBot(STRONG, seed), "search that thinks on meanwhile"),
        _search("even", Budget(seconds=0.2), EVEN, "search that believes nothing"),
        _search("plain", Budget(seconds=0.2), PLAIN, "search with random rollouts only"),
    )
}


@cache
def find_bot(name: str) -> NamedBot:
    """The bot of this name; raises UnknownBot."""
    parts = name.split(":")
    if parts[0] in BOTS:
        return _with_budget(name, BOTS[parts[0]], parts[1:])
    if len(parts) > 1 and parts[0]:
        return _own(name, parts)
    there_are = f"there are: {', '.join(BOTS)}, module:Class, file.py:Class"
    raise UnknownBot(f"there is no bot {name!r:.60}{did_you_mean(name, BOTS)}; {there_are}")


def _with_budget(name: str, entry: NamedBot, rest: list[str]) -> NamedBot:
    if not rest:
        return entry
    if entry.budget == Budget():
        raise UnknownBot(f"{name!r:.60}: {entry.name} does not search and takes no budget")
    if len(rest) > 1:
        raise UnknownBot(f"{name!r:.60}: one budget at most, like {entry.name}:200ms")
    return NamedBot(name, read_budget(rest[0]), entry.make_with_budget or entry.make, entry.help)


def _own(name: str, parts: list[str]) -> NamedBot:
    source, class_name, *rest = parts
    if len(rest) > 1:
        raise UnknownBot(f"{name!r:.60}: one budget at most, like {source}:{class_name}:50ms")
    maker = load(source, class_name)
    check_maker(maker)
    budget = read_budget(rest[0]) if rest else OWN_BUDGET
    return NamedBot(name, budget, lambda seed: OwnBot(maker), "a bot of your own")


def read_budget(text: str) -> Budget:
    """`200ms`, `1.5s` or `400sims`."""
    match = _BUDGET.fullmatch(text)
    if match is None:
        raise UnknownBot(f"{text!r:.40} is no budget; budgets look like 200ms, 1.5s or 400sims")
    number, unit = float(match[1]), match[2]
    if unit == "sims":
        if number < 1 or number != int(number):
            raise UnknownBot(f"{text!r:.40} is no budget: simulations are a whole number from 1 up")
        return Budget(simulations=int(number))
    seconds = number / 1000 if unit == "ms" else number
    if not SHORTEST <= seconds <= LONGEST:
        raise UnknownBot(f"{text!r:.40} is no budget: a move may take from 1ms to {LONGEST:g}s")
    return Budget(seconds=seconds)
