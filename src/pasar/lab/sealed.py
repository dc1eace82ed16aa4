"""What somebody wins who sees sealed choices: `python -m pasar.lab.sealed GAME BOT --players 3`.

One who cheats plays against a bot on all other seats, every deal on all seats. Where all choose in secret at once it is
told what the others have just chosen, and takes what that leads to at best; all else it decides by a search. What it
wins says how much a bot has to lose by its choices, so two bots can be compared by it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import click
import numpy as np

from pasar.bots import stamped
from pasar.bots.contract import Budget, Decision, Position
from pasar.bots.roster import NamedBot, find_bot
from pasar.bots.search import STRONG, SearchBot
from pasar.errors import PasarError
from pasar.games import find
from pasar.games.contract import Game, Rules, actions_in
from pasar.kernel.rng import game_source, generator
from pasar.kernel.seats import MOST_SEATS
from pasar.lab.bot_match import make_move
from pasar.lab.exploit import decides_by_number, share_after
from pasar.lab.rating import share_interval
from pasar.match.match import Match

WORLDS = 24  # in which each own choice is tried
THOUGHT = Budget(simulations=400)  # where nothing is sealed


class Seer:
    """A search that sees what others have sealed."""

    def __init__(self, seed: int) -> None:
        self._search, self._source = SearchBot(STRONG, seed), generator(seed)

    def decide(self, position: Position, sealed: dict[int, int]) -> Decision:
        if not sealed:
            return self._search.decide(position, THOUGHT)
        game, seat = position.game, position.seat
        state = game.copy(position.state)
        game.greedy.reopen(state[0], seat)
        own = list(actions_in(int(game.compiled.open_actions(state, seat))))
        best = own[int(np.argmax([self._worth(position, {**sealed, seat: action}) for action in own]))]
        move = game.spoken.text(state, seat, best)
        assert move is not None, "a choice made at once with others is one decision"
        return Decision(move, (best,))

    def _worth(self, position: Position, choices: dict[int, int]) -> float:
        """The seat's share of the victory after these choices, summed over worlds that it could be in."""
        game, seat = position.game, position.seat
        net = stamped.net(game.name, position.rules["players"])
        assert net is not None, "who measures has looked whether there is one"
        total = 0.0
        for _ in range(WORLDS):
            world = game.resampled(position.state, seat, self._source)
            game.greedy.reopen(world[0], seat)
            total += share_after(position, world, choices, net, self._source)
        return total


@dataclass(frozen=True)
class Cheating:
    """Games of one who sees against a bot."""

    game: Game
    rules: Rules
    bot: NamedBot
    seed: int

    def __post_init__(self) -> None:
        players = self.rules["players"]
        if not decides_by_number(self.bot, self.game, players) or stamped.net(self.game.name, players) is None:
            raise PasarError("it takes a game in which all choose at once, with a net, and a bot of this house")

    def shares(self, deals: int) -> Iterator[tuple[int, float]]:
        """Deal and share of the victory, on every seat of each deal."""
        players = int(self.rules["players"])
        for game in range(deals * players):
            yield game // players, self._share(game // players, game % players, self.seed + game * MOST_SEATS)

    def _share(self, deal: int, seeing: int, seed: int) -> float:
        match = Match(self.game, self.rules, self.game.deal(self.rules, game_source(self.seed, deal)))
        seer, bots = Seer(seed + seeing), [self.bot.make(seed + seat) for seat in range(match.players)]
        while not match.over:
            made = {
                seat: bots[seat].decide(Position.of(match, seat), self.bot.budget)
                for seat in match.to_act
                if seat != seeing
            }
            if seeing in match.to_act:
                sealed = {seat: decision.actions[0] for seat, decision in made.items()}
                made[seeing] = seer.decide(Position.of(match, seeing), sealed)
            for seat, decision in sorted(made.items()):
                make_move(match, seat, decision)
        return (seeing in match.winners) / len(match.winners)


@click.command()
@click.argument("name", metavar="GAME")
@click.argument("bot", metavar="BOT")
@click.option("--players", type=int, required=True, metavar="N")
@click.option("--deals", type=click.IntRange(min=2), default=200, show_default=True, metavar="N")
@click.option("--seed", type=int, default=1, show_default=True)
def main(name: str, bot: str, players: int, deals: int, seed: int) -> None:
    """Measure what one who sees sealed choices wins of BOT on all other seats."""
    try:
        game = find(name)
        cheating = Cheating(game, game.check(players), find_bot(bot), seed)
    except PasarError as fault:
        raise click.ClickException(str(fault)) from None
    found = list(cheating.shares(deals))
    shares = [share for _, share in found]
    low, high = share_interval(shares, [deal for deal, _ in found])
    told = f"{np.mean(shares):.1%} ({low:.1%} to {high:.1%}) of {len(found)} games, even is {1 / players:.1%}"
    click.echo(f"{name} {players}: one who sees sealed choices, against {bot}: {told}")


if __name__ == "__main__":
    main()
