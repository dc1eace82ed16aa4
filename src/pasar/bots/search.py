"""The bot that searches: budgets, slices, and the tree between decisions. The search itself is `search_kernel.py`."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from math import inf

import numpy as np

from pasar.bots import stamped
from pasar.bots.contract import WALL, Budget, Clock, Decision, Expectation, Position
from pasar.bots.tree import NODES, NOTHING, TOP, clear, find, key_of, list_children, plant, prune
from pasar.games.contract import State
from pasar.kernel.rng import generator
from pasar.match.path import PathMove, before_secrets, goes_on, in_order

SLICE = 0.002  # seconds of search between two looks at the clock
FIRST_SLICE = 16  # simulations, before the speed is known
COUNTED_SLICE = 256  # simulations between two looks whether the decision is settled
FASTER = 1.2  # the rest of a budget may go so much faster than what is past
FEWEST_NODES, MOST_NODES = 1 << 12, 1 << 21  # the latter are 64 MB
NODES_A_SIMULATION = 12
FIRST_PART = 0.6  # of the budget that is left goes to a decision after which the move has more to decide
SURE = 0.97  # if a secret choice is as likely as that whatever is still tried, thinking ends
BEYOND_DOUBT = 10**8  # simulations after which nobody tries again
LISTED = 64  # actions at most, in any game
ANY = -1  # of all actions
SHOWN = 12  # moves of which a decision tells what it expected, and continuations followed of each


@dataclass(frozen=True)
class SearchSettings:
    """How to search. All but the last two are the cells of `search_kernel.py`, in their order."""

    exploration: float = 0.7
    prior: float = 0.0
    chance: float = 1.0
    cut: int = -1
    margin: float = 0.0
    margin_scale: float = 10.0
    belief: float = 0.0
    mixing: float = 0.0
    sight: float = 0.0
    greed: float = 0.0
    regret: float = 0.0
    horizon: int = 0
    sharpness: float = 1.0  # where others decide at the same time, the odds are visits to this power
    judgement: str = "net"  # which of the game's nets judges: what their files' names begin with

    def cells(self) -> np.ndarray:
        return np.array(astuple(self)[:-2], dtype=np.float64)

    def odds(self, visits: Sequence[float]) -> np.ndarray:
        """How likely each of some choices is made where others choose at the same time: without what was by chance."""
        counts = np.array(visits, dtype=np.float64)
        odds: np.ndarray = (np.maximum(counts - self.mixing * counts.mean(), 0.0) / counts.max()) ** self.sharpness
        odds /= odds.sum()
        return odds


PLAIN = SearchSettings()
STRONG = SearchSettings(exploration=0.2, prior=2.0, chance=0.0, cut=0, belief=1.0, mixing=0.2, horizon=1, sharpness=3.0)
BEFORE = replace(STRONG, exploration=0.4, regret=1.0, horizon=0, judgement="before")  # as it was, with the old nets
EVEN = replace(BEFORE, belief=0.0, mixing=0.0, regret=0.0, sharpness=1.0)


@dataclass(frozen=True)
class Child:
    """One decision in the tree."""

    node: int
    action: int
    visits: int
    mean: float


class SearchBot:
    """One seat's thinker for one game."""

    wants_view = False

    def __init__(self, settings: SearchSettings, seed: int, clock: Clock = WALL, net: np.ndarray | None = None) -> None:
        self.settings = settings
        self.clock = clock
        self._net = net
        self._source = generator(seed)
        self._dice = np.random.default_rng(seed % 2**64)
        self._foreseen: np.ndarray | None = None  # what the seat sees next, if all goes as the tree says
        self._rows = np.zeros((LISTED, 4), dtype=np.float64)
        self._tree: np.ndarray | None = None
        self._thought: _Begun | None = None  # the position that was thought about last
        self._is_ahead = False  # whether that was while others were to decide

    def decide(self, position: Position, budget: Budget) -> Decision:
        self.prepare(position, budget)
        state, used, start = position.game.copy(position.state), 0, self.clock()
        actions: list[int] = []
        position.game.greedy.reopen(state[0], position.seat)
        before, top = position.game.copy(state), int(self.control[TOP])
        self._is_ahead = False
        self._thought = _Begun(top, before_secrets(position.path), before) if position.path is not None else None
        move = None
        while move is None:
            thought = _Thought(self, position, state, budget, start, used)
            used += thought.think()
            action = thought.choose(self._dice)
            move = position.game.spoken.text(state, position.seat, action)
            actions.append(action)
            self._step(position, state, action)
        self._foresee(position, state)
        expected = tuple(self._expected(position, before, top))
        return Decision(move, tuple(actions), expected, used, self.clock() - start)

    def ahead(self, position: Position, budget: Budget) -> int:
        """Think while others are to decide, so that the seat's next decision begins with what is found out now.

        Returns the simulations made: as many as the budget has, or until somebody cancels.
        """
        if self._tree is None or position.path is None:  # there is nothing to go on from before the first decision
            return 0
        state = self._look_ahead(position, before_secrets(position.path))
        limit, done = budget.simulations or 0, 0
        self._make_room(_room(budget))
        while done < limit and not budget.cancelled:
            count = min(COUNTED_SLICE, limit - done)
            self.run(position, state, count)
            done += count
        return done

    def worth(self, position: Position, actions: Sequence[int], budget: Budget) -> tuple[float, int]:
        """The share of the victory that a move leads to if the seat makes it, whatever it looks like; simulations."""
        state, (*parts, last) = position.game.copy(position.state), actions
        self.prepare(position, budget)
        position.game.greedy.reopen(state[0], position.seat)
        for action in parts:
            position.game.compiled.apply(state, position.seat, action, None)
        self.run(position, state, 1)
        if len(position.game.to_act(state)) == 1:  # where others decide as well, all is tried by lot anyway
            self._insist(key_of(position.seat, last))
        self.run(position, state, budget.simulations or 1)
        found = next(child for child in self.children(position.seat) if child.action == last)
        return found.mean, found.visits

    def _insist(self, key: int) -> None:
        """A tree that has been looked at once shall make this decision: all others seem to lose, beyond doubt.

        It also has to look plausible: what does not at all is never tried, however bad the others are.
        """
        assert self._tree is not None
        nodes = self._tree[1 : int(self.control[NODES])]
        others = nodes["key"] != key
        nodes["visits"], nodes["total"] = np.where(others, BEYOND_DOUBT, 0), np.where(others, -BEYOND_DOUBT, 0)
        nodes["prior"][~others] = 1.0

    def run(self, position: Position, state: State, simulations: int) -> None:
        """So many simulations more."""
        self.kernel.search(
            state, position.seat, self._tree, self.control, self.cells, self.weights, self._source, simulations
        )

    def children(self, seat: int, top: int | None = None, among: int = ANY) -> list[Child]:
        """The seat's decisions below a node, the most visited first."""
        above = int(self.control[TOP]) if top is None else top
        count = int(list_children(self._tree, above, seat, self._rows))
        found = [Child(int(row[0]), int(row[1]), int(row[2]), row[3]) for row in self._rows[:count].tolist()]
        found = [child for child in found if among >> child.action & 1]
        return sorted(found, key=lambda child: (-child.visits, child.action))

    # --- The tree between decisions -----------------------------------------------------------------------------------

    def prepare(self, position: Position, budget: Budget) -> None:
        """A tree, the net and compiled code, before the clock starts. A tree that foresaw this position is kept."""
        if self._tree is None:
            self._settle_in(position, budget)
        elif self._is_ahead and self._goes_on(position.path):
            prune(self._tree, self.control)
        elif not self._is_foreseen(position) or int(self.control[NODES]) > len(self._tree) // 2:
            clear(self._tree, self.control)

    def _settle_in(self, position: Position, budget: Budget) -> None:
        self.kernel = stamped.search_kernel(position.game)
        self.cells = self.settings.cells()
        net = self._net
        if net is None:
            net = stamped.net(position.game.name, position.rules["players"], self.settings.judgement)
        if net is None or self.settings.cut < 0:
            self.cells[self.kernel.CUT] = -1  # without a net to judge, rollouts go to the end
        self.weights = stamped.NO_NET if net is None else net
        self._tree, self.control = plant(_room(budget))
        self.run(position, position.state, 1)
        clear(self._tree, self.control)

    def _look_ahead(self, position: Position, path: tuple[PathMove, ...]) -> State:
        """Where to search while others are to decide: where they are, or where the seat chose in secret as they do."""
        begun = self._thought
        self._foreseen, self._is_ahead = None, True
        if begun is not None and begun.path == path:
            self.control[TOP] = begun.node
            return begun.state
        if self._goes_on(path):
            prune(self._tree, self.control)
        else:
            clear(self._tree, self.control)
        state = position.game.copy(position.state)
        position.game.greedy.reopen(state[0], position.seat)
        self._thought = _Begun(int(self.control[TOP]), path, state)
        return state

    def _goes_on(self, path: tuple[PathMove, ...] | None) -> bool:
        """Whether the seat knows all that was decided since it thought last, and the tree does; then it goes there."""
        begun = self._thought
        if begun is None or path is None or not goes_on(path, begun.path):
            return False
        node = begun.node
        for step in in_order(path[len(begun.path) :]):
            for action in step.actions or (NOTHING,):
                node = int(find(self._tree, node, key_of(step.seat, action)))
                if node == NOTHING:
                    return False
        self.control[TOP] = node
        return True

    def _make_room(self, nodes: int) -> None:
        assert self._tree is not None
        if len(self._tree) < nodes:
            used = int(self.control[NODES])
            larger = np.empty(nodes, dtype=self._tree.dtype)
            larger[:used] = self._tree[:used]
            self._tree = larger

    def _step(self, position: Position, state: State, action: int) -> None:
        """The decision is made: what was found out below it stays."""
        self.control[TOP] = find(self._tree, int(self.control[TOP]), key_of(position.seat, action))
        position.game.compiled.apply(state, position.seat, action, None)

    def _foresee(self, position: Position, state: State) -> None:
        """If the seat is to act again at once, remember what it should then see."""
        again = position.game.to_act(state) == (position.seat,)
        self._foreseen = position.game.observation(state, position.seat) if again else None

    def _is_foreseen(self, position: Position) -> bool:
        if self._foreseen is None or self.control[TOP] == NOTHING:
            return False
        return bool(np.array_equal(self._foreseen, position.game.observation(position.state, position.seat)))

    # --- What was found out -------------------------------------------------------------------------------------------

    def _expected(self, position: Position, state: State, top: int) -> list[Expectation]:
        """What the tree says about whole moves; of moves of several decisions the parts that were tried most."""
        found: list[Expectation] = []
        for child in self.children(position.seat, top, _open(position, state))[:SHOWN]:
            move = position.game.spoken.text(state, position.seat, child.action)
            if move is not None:
                found.append(Expectation(move, child.visits, child.mean))
            else:
                after = position.game.copy(state)
                position.game.compiled.apply(after, position.seat, child.action, None)
                found.extend(self._expected(position, after, child.node))
        return sorted(found, key=lambda each: -each.visits)[:SHOWN]


class _Thought:
    """The thinking about one decision; a move may take several."""

    def __init__(
        self, bot: SearchBot, position: Position, state: State, budget: Budget, start: float, used: int
    ) -> None:
        self.bot, self.position, self.state, self.budget = bot, position, state, budget
        game, seat = position.game, position.seat
        self.together = len(game.to_act(state)) > 1
        self.open = _open(position, state)
        part = FIRST_PART if game.spoken.text(state, seat, self.open.bit_length() - 1) is None else 1.0
        self.begun = bot.clock()
        self.done = 0
        self.end = inf
        if budget.seconds is not None:
            self.end = self.begun + (budget.seconds - (self.begun - start)) * part
        self.limit = inf if budget.simulations is None else max(1, int((budget.simulations - used) * part))

    def think(self) -> int:
        """Search until the budget is used up, the decision is settled, or somebody cancels; the simulations made."""
        count = max(1, self._slice())
        while count > 0:
            self.bot.run(self.position, self.state, count)
            self.done += count
            count = 0 if self.budget.cancelled or self._is_settled() else self._slice()
        return self.done

    def _slice(self) -> int:
        """How many simulations to run before looking again; none if the budget is used up."""
        if self.limit == inf:
            return self._timed_slice()
        late = self.end != inf and self.bot.clock() >= self.end
        return 0 if late else min(COUNTED_SLICE, int(self.limit) - self.done)

    def _timed_slice(self) -> int:
        rest = self.end - self.bot.clock()
        if rest <= 0:
            return 0
        return FIRST_SLICE if self.done == 0 else int(min(SLICE, rest) * self._speed()) + 1

    def _speed(self) -> float:
        return self.done / max(self.bot.clock() - self.begun, 1e-6)

    def _is_settled(self) -> bool:
        """Whether what is left of the budget cannot change the decision any more."""
        found = self.bot.children(self.position.seat, among=self.open)
        if len(found) < 2:
            return False
        rest = self.limit - self.done  # if simulations are counted, the clock decides nothing but when it is too late
        if self.limit == inf:
            rest = (self.end - self.bot.clock()) * self._speed() * FASTER
        if not self.together:
            return found[0].visits - found[1].visits > rest
        visits = [float(child.visits) for child in found]
        visits[1] += rest
        return bool(visits[0] > visits[1] and self.bot.settings.odds(visits)[0] > SURE)

    def choose(self, dice: np.random.Generator) -> int:
        """The decision tried most; where others decide at the same time, one by lot, so that it cannot be foreseen."""
        found = self.bot.children(self.position.seat, among=self.open)
        if not self.together:
            return found[0].action
        odds = self.bot.settings.odds([child.visits for child in found])
        return found[int(dice.choice(len(found), p=odds))].action


def _open(position: Position, state: State) -> int:
    """The seat's open actions. A tree that was begun before knows others too, from worlds that were possible then."""
    return int(position.game.compiled.open_actions(state, position.seat))


@dataclass(frozen=True)
class _Begun:
    """A position that was thought about."""

    node: int  # of the tree
    path: tuple[PathMove, ...]  # the moves before it
    state: State  # what is hidden guessed, and what others had chosen in secret taken back


def _room(budget: Budget) -> int:
    """Nodes to have room for."""
    if budget.simulations is None:
        return MOST_NODES
    return min(MOST_NODES, max(FEWEST_NODES, budget.simulations * NODES_A_SIMULATION))
