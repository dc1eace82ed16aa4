"""The games for OpenSpiel. Importing this registers them.

>>> import pyspiel, pasar.rl.openspiel
>>> game = pyspiel.load_game("python_bali(players=3,oracle=True)")

Chance is one thing only, the deal: four chance nodes draw the digits of a number, and the deal follows from it. Choices
that several seats make at once are simultaneous nodes; with `in_turn=True` the seats are asked one after the other
instead, which algorithms for sequential games need, and still nobody sees what another has chosen.
"""

import json
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from pasar.errors import BadRules, MoveNotOpen
from pasar.games import find, games
from pasar.games.contract import Game, Rules, State, actions_in
from pasar.games.events import read
from pasar.kernel.rng import game_source, generator
from pasar.kernel.story import blank_story, packed, unpacked
from pasar.rl import drawing
from pasar.rl.extras import needed, shortened

if TYPE_CHECKING:
    import pyspiel
else:
    pyspiel = needed("pyspiel", "openspiel")

DIGITS, BASE = 4, 256  # of the number that names a deal
IN_TURN = "in_turn"


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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game) -> dict[str, Any]:
    """Every parameter with its default; a file that is not given is an empty text."""
    options = {option.name: "" if option.is_file else False for option in game.options}
    turns = {IN_TURN: False} if game.simultaneous else {}
    return {"players": game.seats.start, **options, **turns}


class PasarGame(pyspiel.Game):
    """A game with its parameters; each has a class of its own. `returns` are shares of the victory."""

    pasar: Game

    def __init__(self, params: Mapping[str, Any]) -> None:
        game = self.pasar
        self.in_turn = bool(params.get(IN_TURN, False))
        chosen = {name: value for name, value in params.items() if name != IN_TURN and value != ""}
        self.table: Rules = game.check(**chosen)
        game.blank(self.table)  # a file that cannot be used is refused here, not in the middle of a search
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.ACTIONS,
            max_chance_outcomes=BASE,
            num_players=self.table["players"],
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=game.rules.LONGEST,
        )
        super().__init__(game_type(game, self.in_turn), info, dict(params))

    def new_initial_state(self) -> "PasarState":
        return PasarState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "PasarObserver":
        if params:
            raise BadRules(f"observers have no parameters; {params!r:.60} was given")
        return PasarObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


Saved = tuple[str, bytes, bytes, tuple[tuple[int, int], ...]]


class Table:
    """A game in progress with what everybody has heard of it. Copying one is cheap: OpenSpiel copies often."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.acting: tuple[int, ...] = ()  # the seats that are to act: OpenSpiel asks six times a decision
        self.heard = b""  # rows of the story
        self.made: tuple[tuple[int, int], ...] = ()  # seats and actions

    def __deepcopy__(self, memo: Any) -> "Table":
        other = Table(self.game, self.game.copy(self.state))
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
        self.game.doors.start(self.state, story)
        self._go_on(story)

    def act(self, seat: int, action: int) -> None:
        if not self.game.doors.is_open(self.state, seat, action):
            texts = [f"{number} = {self.text(seat, number)}" for number in self.open(seat)]
            raise MoveNotOpen(f"action {action} is not open to player {seat} (open: {shortened(texts)})")
        story = blank_story()
        self.game.doors.apply(self.state, seat, action, story)
        self.made = (*self.made, (seat, action))
        self._go_on(story)

    def _go_on(self, story: np.ndarray) -> None:
        self.acting = self.game.to_act(self.state)
        self.heard += packed(story)

    def open(self, seat: int) -> list[int]:
        return list(actions_in(self.game.doors.open_actions(self.state, seat)))

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
        self.table: Table | None = None

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
        return [(digit, 1 / BASE) for digit in range(BASE)]

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
            if len(self.digits) == DIGITS:
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
        self.table = Table(game.pasar, game.pasar.deal(game.table, game_source(number, 0)))
        self.table.begin()

    def resample_from_infostate(self, player: int, sampler: Any = None) -> "PasarState":
        """Another state that `player` could not tell from this one; its history still names this one's deal."""
        other: PasarState = self.clone()
        assert other.table is not None
        word = secrets.randbits(63) if sampler is None else int(sampler() * 2**53)
        other.table.game.doors.resample(other.table.state, player, generator(word))
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

    The tensor is the game's observation and belongs to one player; other observers have strings alone.
    """

    def __init__(self, game: PasarGame, kind: Any) -> None:
        self.kind = kind
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.dict: dict[str, np.ndarray] = {}
        self.tensor: np.ndarray | None = None
        self._layout = game.pasar.observe.OBSERVATION
        if self.private and kind.public_info and not kind.perfect_recall:
            self._make_tensor()

    def _make_tensor(self) -> None:
        self.tensor = np.zeros(sum(count for _, count, _ in self._layout), dtype=np.float32)
        start = 0
        for name, count, _ in self._layout:
            self.dict[name] = self.tensor[start : start + count]
            start += count

    def set_from(self, state: PasarState, player: int) -> None:
        if self.tensor is None:
            return
        if state.table is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.table.game.observation(state.table.state, player)

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

    def _seen(self, table: Table, player: int) -> Any:
        memory = bool(self.kind.perfect_recall)
        if not self.private:
            return table.view(None, memory) if self.kind.public_info else {}
        own = table.view(player, memory)
        return own if self.kind.public_info else _difference(own, table.view(None, memory))


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
