"""The games for OpenSpiel. Importing this registers them.

>>> import pyspiel, pasar.rl.openspiel
>>> game = pyspiel.load_game("python_bali(players=3,oracle=True)")

Chance is one thing only, the deal: four chance nodes draw the digits of a number, and the deal follows from it. With
`deals=N` it is one of N, all equally likely, so that small games can be walked through and solved. Choices
that several seats make at once are simultaneous nodes; with `in_turn=True` the seats are asked one after the other
instead, which algorithms for sequential games need, and still nobody sees what another has chosen.
"""

import json
import secrets
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from pasar.errors import BadRules, MoveNotOpen
from pasar.games import find, games
from pasar.games.contract import Game, Rules, State, actions_in
from pasar.games.events import read
from pasar.kernel.rng import any_of, game_source, generator
from pasar.kernel.story import COLUMNS, blank_story, packed, unpacked
from pasar.rl import drawing
from pasar.rl.extras import needed, shortened

if TYPE_CHECKING:
    import pyspiel
else:
    pyspiel = needed("pyspiel", "openspiel")

DIGITS, BASE = 4, 256  # of the number that names a deal
IN_TURN, DEALS = "in_turn", "deals"
MOST_DEALS = 10_000
HEARD, MADE = 512, 256  # events and own decisions, the latest of which a tensor with perfect recall has room for
UNTOLD = -1  # stands in a tensor for what was told to others alone
LOOKS = 24  # games of chance after which it is known which parts of an observation are private


def short_name(game: Game) -> str:
    return f"python_{game.name}"


def game_type(game: Game, in_turn: bool = False) -> Any:
    kinds = pyspiel.GameType
    together = game.simultaneous and not in_turn
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"{game.name.title()} (pasar)",
        dynamics=kinds.Dynamics.SIMULTANEOUS if together else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats.stop - 1,
        min_num_players=game.seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game) -> dict[str, Any]:
    """Every parameter with its default; a file that is not given is an empty text."""
    options = {option.name: "" if option.is_file else False for option in game.options}
    turns = {IN_TURN: False} if game.simultaneous else {}
    return {"players": game.seats.start, **options, **turns, DEALS: 0}


class PasarGame(pyspiel.Game):
    """A game with its parameters; each has a class of its own. `returns` are shares of the victory."""

    pasar: Game

    def __init__(self, params: Mapping[str, Any]) -> None:
        game = self.pasar
        self.in_turn = bool(params.get(IN_TURN, False))
        self.deals = int(params.get(DEALS, 0))
        if self.deals not in range(MOST_DEALS + 1):
            raise BadRules(f"deals is a number up to {MOST_DEALS}, or 0 for all there are, not {self.deals}")
        chosen = {name: value for name, value in params.items() if name not in (IN_TURN, DEALS) and value != ""}
        self.table: Rules = game.check(**chosen)
        game.blank(self.table)  # a file that cannot be used is refused here, not in the middle of a search
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.ACTIONS,
            max_chance_outcomes=self.deals or BASE,
            num_players=self.table["players"],
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=game.rules.LONGEST,
        )
        super().__init__(game_type(game, self.in_turn), info, dict(params))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        """By its text: its class is no name of this module, and whoever unpickles it has to know the games first."""
        return loaded, (str(self),)

    def new_initial_state(self) -> "PasarState":
        return PasarState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "PasarObserver":
        if params:
            raise BadRules(f"observers have no parameters; {params!r:.60} was given")
        return PasarObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def loaded(text: str) -> Any:
    """`pyspiel.load_game`, in a process that may not have heard of these games yet."""
    return pyspiel.load_game(text)


Saved = tuple[str, bytes, bytes, tuple[tuple[int, int], ...]]


class GameInProgress:
    """A game in progress with what everybody has heard of it. Copying one is cheap: OpenSpiel copies often."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.acting: tuple[int, ...] = ()  # the seats that are to act: OpenSpiel asks six times a decision
        self.heard = b""  # rows of the story
        self.made: tuple[tuple[int, int], ...] = ()  # seats and actions

    def __deepcopy__(self, memo: Any) -> "GameInProgress":
        other = GameInProgress(self.game, self.game.copy(self.state))
        other.acting, other.heard, other.made = self.acting, self.heard, self.made
        return other

    def __getstate__(self) -> Saved:
        return self.game.name, self.state.tobytes(), self.heard, self.made

    def __setstate__(self, saved: Saved) -> None:
        name, state, self.heard, self.made = saved
        self.game = find(name)
        self.state = np.frombuffer(state, dtype=self.game.state.STATE).copy()
        self.acting = self.game.to_act(self.state)

    def begin(self) -> None:
        story = blank_story()
        self.game.compiled.start(self.state, story)
        self._go_on(story)

    def act(self, seat: int, action: int) -> None:
        if not self.game.compiled.is_open(self.state, seat, action):
            texts = [f"{number} = {self.text(seat, number)}" for number in self.open(seat)]
            raise MoveNotOpen(f"action {action} is not open to player {seat} (open: {shortened(texts)})")
        story = blank_story()
        self.game.compiled.apply(self.state, seat, action, story)
        self.made = (*self.made, (seat, action))
        self._go_on(story)

    def _go_on(self, story: np.ndarray) -> None:
        self.acting = self.game.to_act(self.state)
        self.heard += packed(story)

    def open(self, seat: int) -> list[int]:
        return list(actions_in(self.game.compiled.open_actions(self.state, seat)))

    def text(self, seat: int, action: int) -> str:
        """A move text; where a move is made of several decisions, the number of this one."""
        text: str | None = self.game.spoken.text(self.state, seat, action)
        return f"part {action}" if text is None else text

    def public_story(self) -> list[Any]:
        """What a spectator has heard, from the beginning."""
        return [read(self.game, row, None).as_json() for row in unpacked(self.heard)]

    def view(self, seat: int | None, memory: bool = False) -> dict[str, Any]:
        view: dict[str, Any] = self.game.view(self.state, seat, memory)
        return view


class PasarState(pyspiel.State):
    """A deal that is being drawn, then a table."""

    def __init__(self, game: PasarGame) -> None:
        super().__init__(game)
        self.digits: tuple[int, ...] = ()
        self.table: GameInProgress | None = None

    # --- Whose turn it is ---------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        acting = self.table.acting
        if not acting:
            return int(pyspiel.PlayerId.TERMINAL)
        together = len(acting) > 1 and not self.get_game().in_turn
        return int(pyspiel.PlayerId.SIMULTANEOUS) if together else acting[0]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.table is None else self.table.open(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        count = self.get_game().deals or BASE
        return [(digit, 1 / count) for digit in range(count)]

    def is_terminal(self) -> bool:
        return self.table is not None and not self.table.acting

    def returns(self) -> list[float]:
        players = self.num_players()
        if not self.is_terminal():
            return [0.0] * players
        assert self.table is not None
        winners = self.table.game.winners(self.table.state)
        return [(seat in winners) / len(winners) for seat in range(players)]

    # --- Playing ------------------------------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.digits = (*self.digits, action)
            if len(self.digits) == DIGITS or self.get_game().deals:
                self._deal()
        else:
            self.table.act(self.current_player(), action)

    def _apply_actions(self, actions: list[int]) -> None:
        assert self.table is not None
        for seat in self.table.acting:
            self.table.act(seat, actions[seat])

    def _deal(self) -> None:
        game = self.get_game()
        number = sum(digit * BASE**place for place, digit in enumerate(self.digits))
        self.table = GameInProgress(game.pasar, game.pasar.deal(game.table, game_source(number, 0)))
        self.table.begin()

    def resample_from_infostate(self, player: int, sampler: Any = None) -> "PasarState":
        """Another state that `player` could not tell from this one; its history still names this one's deal."""
        other: PasarState = self.clone()
        assert other.table is not None
        word = secrets.randbits(63) if sampler is None else int(sampler() * 2**53)
        other.table.game.compiled.resample(other.table.state, player, generator(word))
        # What others did in secret belongs to the world that was left.
        other.table.made = tuple(one for one in other.table.made if one[0] == player)
        return other

    # --- Words --------------------------------------------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        return f"digit {action}" if self.table is None else self.table.text(player, action)

    def __str__(self) -> str:
        if self.table is None:
            return f"deal {' '.join(str(digit) for digit in self.digits)}"
        title = short_name(self.table.game)
        shown = drawing.Shown(title, self.table.view(None), self.table.acting)
        return drawing.text(shown) + json.dumps(
            [self.table.view(seat).get("own") for seat in range(self.num_players())]
        )


class PasarObserver:
    """What may be known: in public, by one player, of now or of everything since the deal.

    The tensor is the game's observation as far as it is asked for, public parts as seat 0 sees them if they stand
    alone. Perfect recall adds what was told in public and the player's own decisions: the latest, if there are more
    than there is room for. The string forgets nothing.
    """

    def __init__(self, game: PasarGame, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadRules("observers know what one player may know, or what is public, and not all hands")
        self.kind = kind
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.dict: dict[str, np.ndarray] = {}
        self._chosen = self._parts_chosen(game)
        sizes: dict[str, tuple[int, ...]] = {
            name: (count,) for name, count, _ in game.pasar.observe.OBSERVATION if name in self._chosen
        }
        if kind.perfect_recall and kind.public_info:
            sizes["heard"] = (HEARD, COLUMNS - 1)
        if kind.perfect_recall and self.private:
            sizes["made"] = (MADE,)
        self._make_tensor(sizes)

    def _parts_chosen(self, game: PasarGame) -> frozenset[str]:
        names = frozenset(name for name, _, _ in game.pasar.observe.OBSERVATION)
        if self.private and self.kind.public_info:
            return names
        if not self.private and not self.kind.public_info:
            return frozenset()
        own = _private_parts(game.pasar, tuple(game.table.items()))
        return own if self.private else names - own

    def _make_tensor(self, sizes: Mapping[str, tuple[int, ...]]) -> None:
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in sizes.values()), dtype=np.float32)
        start = 0
        for name, shape in sizes.items():
            stop = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:stop].reshape(shape)
            start = stop

    def set_from(self, state: PasarState, player: int) -> None:
        self.tensor.fill(0)
        if state.table is None:
            return
        if self._chosen:
            self._set_parts(state.table, player if self.private else 0)
        if "heard" in self.dict:
            latest = _told_in_public(state.table)[-HEARD:]
            self.dict["heard"][: len(latest)] = latest
        if "made" in self.dict:
            own = [action + 1 for seat, action in state.table.made if seat == player][-MADE:]
            self.dict["made"][: len(own)] = own

    def _set_parts(self, table: GameInProgress, player: int) -> None:
        seen, start = table.game.observation(table.state, player), 0
        for name, count, _ in table.game.observe.OBSERVATION:
            if name in self._chosen:
                self.dict[name][:] = seen[start : start + count]
            start += count

    def string_from(self, state: PasarState, player: int) -> str:
        if state.table is None:
            return "the deal is being drawn"
        known: dict[str, Any] = {}
        if self.private:
            known["player"] = player
        known["sees"] = self._seen(state.table, player)
        if self.kind.perfect_recall:
            if self.kind.public_info:
                known["heard"] = state.table.public_story()
            if self.private:
                known["made"] = [action for seat, action in state.table.made if seat == player]
        return json.dumps(known)

    def _seen(self, table: GameInProgress, player: int) -> Any:
        memory = bool(self.kind.perfect_recall)
        if not self.private:
            return table.view(None, memory) if self.kind.public_info else {}
        own = table.view(player, memory)
        return own if self.kind.public_info else _difference(own, table.view(None, memory))


def _told_in_public(table: GameInProgress) -> np.ndarray:
    """The rows of the story (event + 1, seat + 1, numbers), without what a spectator was not told."""
    rows = np.frombuffer(table.heard, dtype=np.int16).reshape(-1, COLUMNS)[:, :-1].copy()  # not whose answer was forced
    events = table.game.events.EVENTS
    for row in rows:
        event = events[int(row[0])]
        for place, argument in enumerate(event.arguments):
            if argument in event.secret:
                row[2 + place] = UNTOLD
    rows[:, :2] += 1  # so that 0 is no event and nobody
    return rows


@cache
def _private_parts(game: Game, rules: tuple[tuple[str, Any], ...]) -> frozenset[str]:
    """The parts of an observation that change when what another seat cannot know is replaced, found by trying."""
    found: set[str] = set()
    players = dict(rules)["players"]
    for number in range(LOOKS):
        source = game_source(0, number)
        state = game.deal(dict(rules), source)
        game.compiled.start(state, None)
        while acting := game.to_act(state):
            for seat in range(players):
                other = game.resampled(state, (seat + 1 + number % (players - 1)) % players, source)
                found.update(_differing(game, game.observation(state, seat), game.observation(other, seat)))
            game.compiled.apply(
                state, acting[0], int(any_of(source, game.compiled.open_actions(state, acting[0]))), None
            )
    return frozenset(found)


def _differing(game: Game, one: np.ndarray, other: np.ndarray) -> Iterator[str]:
    start = 0
    for name, count, _ in game.observe.OBSERVATION:
        if not np.array_equal(one[start : start + count], other[start : start + count]):
            yield name
        start += count


def _difference(one: Any, other: Any) -> Any:
    """What `one` says and `other` does not."""
    if isinstance(one, dict) and isinstance(other, dict):
        parts = {name: _difference(value, other.get(name)) for name, value in one.items() if value != other.get(name)}
        return {name: part for name, part in parts.items() if part is not None}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [_difference(mine, theirs) for mine, theirs in zip(one, other, strict=True)]
    return None if one == other else one


def _register(game: Game) -> None:
    """As a class, because OpenSpiel lets go of it only when Python has ended already: nothing else survives that."""
    pyspiel.register_game(game_type(game), type(f"{game.name.title()}Game", (PasarGame,), {"pasar": game}))


for _game in games().values():
    _register(_game)
