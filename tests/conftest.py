"""What all tests share. A test that takes `kind` runs for every game found, with every number of players and option;
one that takes `full_kind`, with every number of players and all that can happen."""

import asyncio
import gc
import importlib.util
import locale
import logging
import os
import random
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import count as endless
from itertools import islice, product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from pasar.games import games
from pasar.games.contract import Game, Rules, State, actions_in
from pasar.kernel.jit import ENABLED
from pasar.kernel.rng import generator
from pasar.match.match import Match

TESTS = Path(__file__).parent
# Pages about a game that another package brings are in the `tests` of the folder from which the tests are started.
FOLDERS = (TESTS, Path.cwd() / "tests")
STATES_A_GAME = 6
LIMITS = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
SIGNALS = sorted(signal.valid_signals())
PLAYED: dict[tuple[str, int], list[State]] = {}  # by kind and seed
STARTING = pytest.StashKey[float]()  # what it took of a processor's time to come to the first test
SLOWER = 20  # uncompiled, tests look at so many times fewer games
THIRDS = int(os.environ.get("PASAR_TEST_THIRDS", "1"))  # of the hundreds of states that a long run looks at: 1 to 3

# The first example of a run may wait for the compiler, and a run must be repeatable.
settings.register_profile(
    "pasar", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("pasar")


@dataclass(frozen=True)
class Kind:
    """A game with the rules of a table."""

    game: Game
    rules: Rules

    def __str__(self) -> str:
        options = [Path(str(value)).stem if name != "players" else str(value) for name, value in self.rules.items()]
        chosen = [name for name, value in self.rules.items() if value is True]
        return "-".join([self.game.name, *(option for option in options if option not in ("True", "False")), *chosen])

    @property
    def players(self) -> int:
        players: int = self.rules["players"]
        return players

    @property
    def is_fullest(self) -> bool:
        """Everything happens at it that happens at any table with so many players."""
        switches = [self.rules[option.name] for option in self.game.options if not option.is_file]
        return all(switches) and not self.brings_a_file

    @property
    def brings_a_file(self) -> bool:
        return any(option.name in self.rules for option in self.game.options if option.is_file)

    def deal(self, seed: int) -> State:
        return self.game.deal(self.rules, generator(seed))

    def match(self, seed: int) -> Match:
        return Match(self.game, self.rules, self.deal(seed))

    def walk(self, seed: int) -> Iterator[tuple[State, int, int]]:
        """Play a game: every decision as the state before it (which then goes on changing), the seat and the action."""
        walker, state = Walker(seed), self.deal(seed)
        self.game.compiled.start(state, None)
        while not self.game.compiled.over(state):
            seat, action = walker.choose(self.game, state)
            yield state, seat, action
            self.game.compiled.apply(state, seat, action, None)

    def states(self, count: int) -> Iterator[State]:
        """So many states, a few from each of many games. They are played once for all tests of a process."""
        return islice((state.copy() for seed in endless() for state in self._known_states(seed)), count)

    def _known_states(self, seed: int) -> list[State]:
        key = (str(self), seed)
        if key not in PLAYED:
            PLAYED[key] = self._some_states(seed)
        return PLAYED[key]

    def _some_states(self, seed: int) -> list[State]:
        kept: list[State] = []
        choice = random.Random(seed)
        for number, (state, _, _) in enumerate(self.walk(seed)):
            if number < STATES_A_GAME:
                kept.append(state.copy())
            elif (place := choice.randrange(number + 1)) < STATES_A_GAME:
                kept[place] = state.copy()
        return kept


class Walker:
    """Plays with tastes of its own, so that games differ more from each other than those of even chances do."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        strength = self.random.choice([0.0, 1.0, 3.0])
        self.tastes = [2.718 ** (strength * self.random.gauss(0, 1)) for _ in range(64)]

    def choose(self, game: Game, state: State) -> tuple[int, int]:
        """A seat that is to act, and one of its open actions."""
        seat = self.random.choice(game.to_act(state))
        return seat, self.action(game, state, seat)

    def action(self, game: Game, state: State, seat: int) -> int:
        actions = list(actions_in(game.compiled.open_actions(state, seat)))
        return self.random.choices(actions, [self.tastes[action] for action in actions])[0]

    def play_on(self, game: Game, state: State) -> None:
        while not game.compiled.over(state):
            game.compiled.apply(state, *self.choose(game, state), None)


def all_kinds() -> list[Kind]:
    return [Kind(game, rules) for game in games().values() for rules in _all_rules(game)]


def _all_rules(game: Game) -> Iterator[Rules]:
    """Every number of players with every choice of options; of an option that is a file, those in a folder so named."""
    choices: list[list[Any]] = []
    for option in game.options:
        files = sorted((TESTS / "games" / game.name / option.name).glob("*"))
        choices.append([None, *map(str, files)] if option.is_file else [False, True])
    for players, chosen in product(game.seats, product(*choices)):
        yield game.check(players, **{option.name: value for option, value in zip(game.options, chosen, strict=True)})


def page(*parts: str) -> ModuleType:
    """A module of the tests that is no test itself, by its path. A game of another package may do without."""
    path = next((path for folder in FOLDERS if (path := folder.joinpath(*parts)).exists()), None)
    if path is None:
        pytest.skip(f"there is no {'/'.join(parts)}")
    spec = importlib.util.spec_from_file_location("pasar_tests_" + "_".join(parts).removesuffix(".py"), path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", all_kinds(), ids=str)
    if "full_kind" in metafunc.fixturenames:
        metafunc.parametrize("full_kind", [kind for kind in all_kinds() if kind.is_fullest], ids=str)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games().values(), ids=list(games()))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    from support.slowest import longest_first  # not above: programs of the tests read this page as well

    longest_first(items, TESTS)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    gc.disable()  # while thousands of tests are found nothing becomes free
    found = yield
    gc.enable()
    return found


def pytest_collection_finish(session: pytest.Session) -> None:
    from support.slowest import processor_seconds_since

    session.config.stash[STARTING] = processor_seconds_since()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Each part of a test (what it needs, itself, what it leaves) says what of a processor's time it took."""
    from support.slowest import processor_seconds_since

    report = yield
    report.processor = processor_seconds_since()
    report.starting, item.config.stash[STARTING] = item.config.stash[STARTING], 0.0
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Which files take longest, whenever somebody asks which tests do."""
    from support.slowest import lines

    if terminalreporter.config.getoption("durations"):
        reports = [each for some in terminalreporter.stats.values() for each in some if hasattr(each, "duration")]
        terminalreporter.section("slowest files")
        for line in lines(reports):
            terminalreporter.line(line)


@pytest.fixture(autouse=True)
def process_as_before() -> Iterator[None]:
    """What holds for the whole process is after each test as it was before it."""
    before, meddling = _process(), _meddling()
    yield
    if meddling != _meddling():
        return  # to import one of them changes hooks, paths or the environment for good
    now = _process()
    assert {name: value for name, value in now.items() if value != before[name]} == {}


def _meddling() -> set[str]:
    return {"ray", "polars", "torch", "jax"} & set(sys.modules)


def _process() -> dict[str, Any]:
    root = logging.getLogger()
    return {
        "limits": [resource.getrlimit(number) for number in LIMITS],
        "folder": Path.cwd(),
        "environment": {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"},
        "signals": [signal.getsignal(number) for number in SIGNALS],
        "path": sys.path[:],
        "locale": (locale.getlocale(), locale.localeconv()),
        "zone": time.tzname,
        "hooks": (sys.excepthook, threading.excepthook, sys.displayhook),
        "interpreter": (sys.getrecursionlimit(), sys.getswitchinterval(), gc.get_threshold(), gc.get_freeze_count()),
        "loops": asyncio.get_event_loop_policy(),
        "log": (root.level, [handler for handler in root.handlers if "pytest" not in type(handler).__module__]),
    }


@pytest.fixture(name="page")
def _page() -> Callable[..., ModuleType]:
    return page


@pytest.fixture
def kinds() -> list[Kind]:
    return all_kinds()


@pytest.fixture
def walker() -> type[Walker]:
    return Walker


@pytest.fixture
def often() -> Callable[[int], int]:
    """How often a test looks, given how often it should when the rules are compiled."""
    return lambda times: times if ENABLED else max(1, times // SLOWER)


@pytest.fixture
def many(often: Callable[[int], int]) -> Callable[[int], int]:
    """How many of hundreds of states a test looks at, each as good as the other: a third of them, in a long run all."""
    return lambda hundreds: hundreds * THIRDS // 3 if ENABLED else often(hundreds)


@pytest.fixture
def plenty() -> bool:
    """Whether tests look often enough to meet what is rare."""
    return ENABLED
