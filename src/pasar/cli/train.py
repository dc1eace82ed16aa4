"""`pasar train`: what bots have learned, made again from nothing."""

from pathlib import Path
from typing import Any

import click

from pasar.cli import options

LEAST_SEARCH = 16  # simulations


@click.group("train")
def command() -> None:
    """Learn from self-play what bots judge and believe by.

    \b
    Examples:
      pasar train net bali --players 2
      pasar train beliefs bali
    """


@command.command("net")
@click.argument("game", metavar="GAME", shell_complete=options.starting_so)
@click.option("--players", type=int, required=True, metavar="N")
@click.option("--rounds", type=click.IntRange(min=1), default=6, show_default=True, metavar="N")
@click.option("--positions", type=click.IntRange(min=20_000), default=120_000, show_default=True, metavar="N",
              help="Of each round.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Where the rounds are kept (train-GAME-N); the same command goes on there.")  # fmt: skip
@click.option("--after", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE.npy",
              help="A net to go on from, also a smaller one; from nothing if not given.")  # fmt: skip
@click.option("--simulations", type=click.IntRange(min=LEAST_SEARCH), metavar="N",
              help="Learn from games in which a search thinks so much, not from quick ones; with --after.")  # fmt: skip
@click.option("--cells", type=click.IntRange(min=1), metavar="N", help="Of the net's hidden layer (64).")
@click.option("--keep", is_flag=True, help="Put the last net into the game's own folder, where bots find it.")
def net(
    game: str, players: int, rounds: int, positions: int, seed: int, folder: Path | None, after: Path | None,
    simulations: int | None, cells: int | None, keep: bool,
) -> None:  # fmt: skip
    """Train the net that judges positions of GAME.

    Every round leaves its net, a line in log.jsonl and a page with plots (training.html) in the folder. After Ctrl-C
    the same command goes on with the round that was stopped, and comes to the same net.

    \b
    Examples:
      pasar train net bali --players 2
      pasar train net bali --players 2 --keep
      pasar train net basari --players 3 --rounds 1 --simulations 100 --cells 32 --after net_3.npy
    """
    from pasar.games import find
    from pasar.lab.training import Training

    found = find(game)
    found.check(players)
    training = Training(folder or Path(f"train-{game}-{players}"), found, players, positions, seed, after,
                        simulations, cells)  # fmt: skip

    def told(line: dict[str, Any]) -> None:
        click.echo(f"round {line['round']} of {rounds}: {line['positions']:,} positions, loss {line['loss']:.4f}")

    learned = training.run(rounds, told)
    click.echo(f"kept in {training.folder}")
    if keep:
        _put_into_its_game(found.package, f"net_{players}.npy", learned)


def _put_into_its_game(package: str, name: str, learned: Any) -> None:
    from importlib import resources

    import numpy as np

    path = Path(str(resources.files(package))) / name
    np.save(path, learned)
    click.echo(f"written to {path}")


@command.command("beliefs")
@click.argument("game", metavar="GAME", shell_complete=options.starting_so)
@click.option("--games", type=click.IntRange(min=1), default=1200, show_default=True, metavar="N")
@click.option("--bot", default="search:400sims", show_default=True, help="Who plays.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", metavar="FILE.py", help="Where to write it; in the game's own folder if not given.")
def beliefs(**given: Any) -> None:
    """Learn the likelihoods that thinkers of GAME suppose worlds by.

    \b
    Examples:
      pasar train beliefs bali --games 2800
    """
    from pasar.lab.believe import learn_beliefs

    click.echo(learn_beliefs(given.pop("game"), **given))
