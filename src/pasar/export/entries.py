"""What a page calls of a game, with plain numbers and addresses. Stamped for each game, compiled by `compiling.py`.

An argument's name says what lies at its address (`compiling._argument_types`); all other arguments are whole numbers.
"""

from typing import Any

from numba import carray

from pasar.bots import tree as trees
from pasar.bots.search import STRONG
from pasar.games.contract import GreedyModule, LedgerModule, ObserveModule, RulesModule, SecretsModule
from pasar.games.spoken import NO_HEAD, REASON
from pasar.kernel.story import COLUMNS, LONGEST

rules: RulesModule  # the game's rules.py
secrets: SecretsModule  # and its secrets.py
greedy: GreedyModule  # and its greedy.py
observing: ObserveModule  # and its observe.py
ledger: LedgerModule  # and its ledger.py
encoding: Any  # pasar.games.encoding, stamped for the game
policy: Any  # pasar.bots.policy, stamped for the game
searching: Any  # pasar.bots.search_kernel, stamped for the game
setups: Any  # pasar.export.setup_kernel, stamped for the game

STORY = (LONGEST, COLUMNS)
SETTINGS = len(STRONG.cells())
SOURCES = len(ledger.SOURCES)
OBSERVED = sum(count for _, count, _ in observing.OBSERVATION)


# --- Rules ------------------------------------------------------------------------------------------------------------


def deal(state, source, size):
    rules.deal(carray(state, 1)[0], carray(source, size))


def start(state, story):
    rules.start(carray(state, 1)[0], carray(story, STORY))


def over(state):
    return rules.over(carray(state, 1)[0])


def to_act(state):
    return rules.to_act(carray(state, 1)[0])


def open_actions(state, seat):
    return rules.open_actions(carray(state, 1)[0], seat)


def apply(state, seat, action, story):
    rules.apply(carray(state, 1)[0], seat, action, carray(story, STORY))


def points(state, numbers, players):
    rules.points(carray(state, 1)[0], carray(numbers, players))


def sources(state, numbers, players):
    ledger.sources(carray(state, 1)[0], carray(numbers, (players, SOURCES)))


def winners(state):
    return rules.winners(carray(state, 1)[0])


def resample(state, seat, source, size):
    secrets.resample(carray(state, 1)[0], seat, carray(source, size))


def observe(state, seat, row):
    observing.observe(carray(state, 1)[0], seat, carray(row, OBSERVED))


# --- Decisions, and what is said about them ---------------------------------------------------------------------------


def decide(state, seat, numbers, size, after, story, row):
    made = carray(after, 1)
    made[0] = carray(state, 1)[0]
    return encoding.decide(made[0], seat, carray(numbers, size), carray(story, STORY), carray(row, REASON))


def why(state, seat, numbers, size, row):
    return encoding.why(carray(state, 1), seat, carray(numbers, size), carray(row, REASON))


def write_sights(state, numbers, size, memory, text, ends):
    eyes, out, work = carray(numbers, size), carray(text, UNLIMITED), encoding.work_arrays()
    encoding.write_sights(carray(state, 1)[0], eyes, memory != 0, NO_HEAD, work, out, 0, carray(ends, size))


def write_stories(story, numbers, size, text, ends):
    eyes, out, work = carray(numbers, size), carray(text, UNLIMITED), encoding.work_arrays()
    encoding.write_stories(carray(story, STORY), eyes, work, out, 0, carray(ends, size))


def write_menu(state, seat, text):
    return encoding.write_menu(carray(state, 1)[0], seat, encoding.work_arrays(), carray(text, UNLIMITED), 0)


def write_reason(row, text):
    return encoding.write_reason(carray(row, (1, REASON)), carray(text, UNLIMITED))


def load(setup, state):
    """Deal what is written in a record of a setup to a blank game; whether a deal could give it."""
    return setups.taken(carray(setup, 1), carray(state, 1))


def write_setup(state, text):
    """The deal of a dealt game, as its record has it."""
    work = encoding.work_arrays()
    return setups.json.write_json(0, setups.record_of(carray(state, 1)), work[0], work[1], carray(text, UNLIMITED), 0)


UNLIMITED = 1 << 30  # a page sees to it that there is enough: nothing reads how long a text may become


# --- Bots -------------------------------------------------------------------------------------------------------------


def decide_by_rules_of_thumb(state, seat, chance, source):
    """`chance` of a decision by none, in percent."""
    return policy.decide(carray(state, 1), seat, chance / 100, carray(source, 1))


def reopen(state, seat):
    greedy.reopen(carray(state, 1)[0], seat)


def clear(tree, capacity, control):
    trees.clear(carray(tree, capacity), carray(control, trees.CELLS))


def find(tree, capacity, parent, seat, action):
    return trees.find(carray(tree, capacity), parent, trees.key_of(seat, action))


def list_children(tree, capacity, parent, seat, rows, size):
    return trees.list_children(carray(tree, capacity), parent, seat, carray(rows, (size, 4)))


def search(state, seat, tree, capacity, control, settings, net, features, cells, source, simulations):
    searching.search(
        carray(state, 1), seat, carray(tree, capacity), carray(control, trees.CELLS), carray(settings, SETTINGS),
        carray(net, (features, cells)), carray(source, 1), simulations,
    )  # fmt: skip


ENTRIES = (
    deal, start, over, to_act, open_actions, apply, points, sources, winners, resample, observe, decide, why,
    write_sights, write_stories, write_menu, write_reason, load, write_setup, decide_by_rules_of_thumb, reopen, clear,
    find, list_children, search,
)  # fmt: skip
