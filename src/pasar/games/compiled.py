"""A game's rules as Python calls them, quickly. Stamped for each game (`pasar.kernel.stamp`).

Each function takes a one-element array of the game's state and works on it in place.
"""

from pasar.games.contract import ObserveModule, RulesModule, SecretsModule
from pasar.kernel.jit import kernel

rules: RulesModule  # the game's rules.py
secrets: SecretsModule  # the game's secrets.py
observing: ObserveModule  # and its observe.py


@kernel
def copy(states, others):
    others[0] = states[0]


@kernel
def deal(states, source):
    rules.deal(states[0], source)


@kernel
def start(states, story):
    rules.start(states[0], story)


@kernel
def over(states):
    return rules.over(states[0])


@kernel
def to_act(states):
    return rules.to_act(states[0])


@kernel
def open_actions(states, seat):
    return rules.open_actions(states[0], seat)


@kernel
def is_open(states, seat, action):
    return rules.is_open(states[0], seat, action)


@kernel
def apply(states, seat, action, story):
    rules.apply(states[0], seat, action, story)


@kernel
def points(states, out):
    rules.points(states[0], out)


@kernel
def winners(states):
    return rules.winners(states[0])


@kernel
def resample(states, seat, source):
    secrets.resample(states[0], seat, source)


@kernel
def observe(states, seat, out):
    observing.observe(states[0], seat, out)
