"""Draws, steps and looks at many states, in place, a row each. Stamped for each game (`pasar.rl.worlds`)."""

from pasar.games.contract import ObserveModule, RulesModule, SecretsModule
from pasar.kernel.bits import has, lowest_seat
from pasar.kernel.jit import kernel
from pasar.rl.rewards import WIN, at_end

rules: RulesModule  # the game's rules.py
secrets: SecretsModule  # the game's secrets.py
observing: ObserveModule  # the game's observe.py

ALL_OPEN = -1  # what `step` says if it refused nothing
NOBODY = -1  # the seat that acts when a game is over


@kernel
def resample(states, seats, source):
    """Replace what each row's seat cannot know by something that it could not tell from the truth."""
    for row in range(len(states)):
        secrets.resample(states[row], int(seats[row]), source)


@kernel
def step(states, actions, tally, rewards):
    """One action in each row, or nothing where the game is over; stops at the first that is not open and returns it."""
    for row in range(len(states)):
        s = states[row]
        if rules.over(s):
            continue
        seat, action = lowest_seat(rules.to_act(s)), int(actions[row])
        if not (0 <= action < rules.ACTIONS and has(rules.open_actions(s, seat), action)):
            return row
        rules.apply(s, seat, action, None)
        if rules.over(s):
            rules.points(s, tally)
            at_end(WIN, tally, rules.winners(s), rewards[row])
    return ALL_OPEN


@kernel
def look(states, seats, observations, masks):
    """Whose turn it is in each row, what that seat sees, and what is open to it; nothing where the game is over."""
    for row in range(len(states)):
        s = states[row]
        seats[row] = NOBODY
        if rules.over(s):
            continue
        seat = lowest_seat(rules.to_act(s))
        seats[row] = seat
        observing.observe(s, seat, observations[row])
        actions = rules.open_actions(s, seat)
        for action in range(masks.shape[1]):
            masks[row, action] = has(actions, action)
