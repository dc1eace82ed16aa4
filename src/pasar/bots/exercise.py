"""Uses everything once that a table needs, so that it is compiled, or read from the cache, before somebody waits."""

from pasar.bots.contract import Budget, Position
from pasar.bots.roster import find_bot
from pasar.games.contract import Game
from pasar.match.match import Match
from pasar.match.record import replay


def exercise_match(game: Game) -> None:
    """Play a game, look at it, save it and read it again."""
    match = Match.new(game.name, seed=0)
    while not match.over:
        seat = match.to_act[0]
        match.menu(seat)
        match.play(match.open(seat)[-1], seat)
        match.view(0)
    replay(match.record())


def exercise_bots(game: Game) -> None:
    """Let bots think about the first decision of a game."""
    match = Match.new(game.name, seed=0)
    seat = match.to_act[0]
    for name in ("greedy", "expert"):
        find_bot(name).make(0).decide(Position.of(match, seat), Budget(simulations=1))
