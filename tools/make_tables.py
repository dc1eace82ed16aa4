"""Makes docs/observations anew: what every number of an observation and every action means, from the code itself.

Also tests/rl/behaviour.json, hashes of what seeded play looks like. Run it (python tools/make_tables.py) when either
has changed on purpose; if the hashes change, `pasar.rl.VERSION` has to rise first.
"""

import hashlib
import json
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any

import numpy as np

from pasar.games import games
from pasar.games.contract import Game
from pasar.rl import VERSION
from pasar.rl.rewards import NAMES
from pasar.rl.vector import VectorEnv

ROOT = Path(__file__).resolve().parents[1]
BEHAVIOUR = ROOT / "tests" / "rl" / "behaviour.json"
ENVS, STEPS, SEED = 16, 100, 7
TABLE_STEPS = 3000
SEVERAL = 2
PART = "a part of a move that takes several decisions"
NEVER = "never asked in all of this page's play: closed, or the only one open (T1)"


def main() -> None:
    for game in games().values():
        path = page_path(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(game), encoding="utf-8")
        print(path.relative_to(ROOT))
    BEHAVIOUR.write_text(json.dumps(behaviour(), indent=1) + "\n", encoding="utf-8")
    print(BEHAVIOUR.relative_to(ROOT))


def page_path(game: Game) -> Path:
    return ROOT / "docs" / "observations" / f"{game.name}.md"


def page(game: Game) -> str:
    """The tables of a game."""
    layout = game.observe.OBSERVATION
    starts = [0, *accumulate(count for _, count, _ in layout)]
    lines = [
        f"# What a learner of {game.name.title()} sees and does",
        "",
        "Made by `tools/make_tables.py` from the code; a test compares. How to use it: [research](../research.md).",
        "",
        f"Environment version {VERSION}. Players: {game.seats.start} to {game.seats.stop - 1}.",
        f"Options: {', '.join(option.name for option in game.options)}.",
        "",
        "## Observation",
        "",
        f"{starts[-1]} whole numbers (`int16`), as the seat that looks may know them.",
        "",
        "| from | count | name | meaning |",
        "| ---: | ---: | --- | --- |",
        *(
            f"| {start} | {count} | `{name}` | {meaning} |"
            for start, (name, count, meaning) in zip(starts, layout, strict=False)
        ),
        "",
        "## Actions",
        "",
        f"{game.rules.ACTIONS} numbers; the mask says which are open.",
        "",
        "| action | move |",
        "| ---: | --- |",
        *runs(action_texts(game)),
        "",
        "## Rewards",
        "",
        "| name | paid |",
        "| --- | --- |",
        *(f"| `{name}` | {meaning} |" for name, meaning in NAMES.items()),
        "",
    ]
    return "\n".join(lines)


def action_texts(game: Game) -> list[str]:
    """What each action is called in seeded play with the most players and all variants."""
    options: dict[str, Any] = {option.name: True for option in game.options if not option.is_file}
    env = VectorEnv(game.name, ENVS, game.seats.stop - 1, **options)
    env.reset(seed=SEED)
    called: list[set[str | None]] = [set() for _ in range(game.rules.ACTIONS)]
    for _ in range(TABLE_STEPS):
        for row in range(ENVS):
            seat = int(env.infos["seat"][row])
            for action in np.flatnonzero(env.infos["action_mask"][row]).tolist():
                if len(called[action]) < SEVERAL:
                    called[action].add(game.spoken.text(env.states[row : row + 1], seat, action))
        env.step(env.sample())
    return [_name(texts) for texts in called]


def runs(texts: list[str]) -> list[str]:
    """A line of the table for each action; neighbours that say the same share one."""
    lines = []
    for text, group in groupby(enumerate(texts), key=lambda numbered: numbered[1]):
        numbers = [number for number, _ in group]
        first, last = numbers[0], numbers[-1]
        lines.append(f"| {first if first == last else f'{first}-{last}'} | {text} |")
    return lines


def _name(texts: set[str | None]) -> str:
    """An action that completes now this move and now that one is a part of them."""
    if not texts:
        return NEVER
    return f"`{texts.pop()}`" if len(texts) == 1 and None not in texts else PART


def behaviour() -> dict[str, object]:
    """A hash of all that seeded play shows, for every game, number of players and kind of reward."""
    hashes = {}
    for game in games().values():
        switches: dict[str, Any] = {option.name: True for option in game.options if not option.is_file}
        for players in game.seats:
            for rewards in NAMES:
                for options in ({}, switches) if switches else ({},):
                    env = VectorEnv(game.name, ENVS, players, rewards=rewards, **options)
                    name = " ".join([game.name, str(players), rewards, *options])
                    hashes[name] = _hash(env)
    return {"version": VERSION, "hashes": hashes}


def _hash(env: VectorEnv) -> str:
    rolling = hashlib.sha256()
    env.reset(seed=SEED)
    for _ in range(STEPS):
        actions = env.sample()
        observations, _, ended, _, infos = env.step(actions)
        for array in (actions, observations, infos["rewards"], ended, infos["action_mask"], infos["seat"]):
            rolling.update(array.tobytes())
    return rolling.hexdigest()[:16]


if __name__ == "__main__":
    main()
