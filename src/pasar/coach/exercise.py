"""Uses everything once that an analysis needs, so that it is compiled, or read from the cache, before anybody waits."""

from pasar.bots.contract import Budget as Thinking
from pasar.bots.contract import Position
from pasar.bots.exercise import exercise_bots
from pasar.bots.roster import find_bot
from pasar.coach.analysis import analyse
from pasar.coach.judge import PlayoutBudget
from pasar.games.contract import Game
from pasar.match.match import Match


def exercise_coach(game: Game) -> None:
    """Let the greedy bot play a game, and analyse it with next to no playouts."""
    exercise_bots(game)
    match, bot = Match.new(game.name, seed=0), find_bot("greedy").make(0)
    while not match.over:
        seat = match.to_act[0]
        for action in bot.decide(Position.of(match, seat), Thinking()).actions:
            match.act(seat, action)
    analyse(match, budget=PlayoutBudget("exercise", curve=1, sift=1, choose=1, confirm=1, doubt=1, second=1))
