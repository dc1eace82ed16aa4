"""What one move costs with all that is said about it: made, its menu, five onlookers' sights and stories, as JSON.

    python bench/decision.py [--against CHECKOUT] [--pairs 5]

`--against` names another checkout of Pasar, set up with `make`, whose code plays the same moves in turns with this one.
"""

import argparse
import json
import subprocess
from pathlib import Path
from statistics import median
from typing import Any

Table = tuple[str, int, dict[str, bool]]
TABLES: tuple[Table, ...] = (("bali", 4, {"oracle": True, "demon": True}), ("basari", 4, {}))

# Run by either checkout: the interface of a match was another one before.
WORK = """
import json, random, sys, time
import orjson
from pasar.match.match import Match

def played_new(match, text, seat):
    said = match.play(text, seat, EYES)
    return orjson.dumps([orjson.Fragment(each) for each in (*said.sights, *filter(None, said.menus), *said.stories)])

def played_old(match, text, seat):
    match.play(text, seat)
    menus = [match.menu(each).as_json() for each in match.to_act]
    stories = [[told.as_json() for told in match.story(eyes, len(match))] for eyes in EYES]
    return orjson.dumps([*match.sights(EYES).values(), *menus, *stories])

game, players, options, games = json.loads(sys.argv[1])
EYES = [*range(players), None]
played = played_new if hasattr(Match, "tell") else played_old

def play(seed):
    match, chance, spent, moves = Match.new(game, players=players, seed=seed, **options), random.Random(seed), 0.0, 0
    while not match.over:
        seat = match.to_act[0]
        menu = match.menu(seat)
        texts = [*menu.open, *([menu.build.least] if menu.build else [])]
        text = chance.choice(texts)
        begin = time.process_time()
        played(match, text, seat)
        spent += time.process_time() - begin
        moves += 1
    return spent, moves

play(0)
done = [play(seed) for seed in range(1, 1 + games)]
print(1e6 * sum(spent for spent, _ in done) / sum(moves for _, moves in done))
"""


def measured(checkout: Path, table: Table, games: int) -> float:
    """Microseconds a move."""
    command = [str(checkout / ".venv" / "bin" / "python"), "-c", WORK, json.dumps([*table, games])]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=checkout)
    return float(done.stdout)


def told(found: list[float]) -> str:
    return f"{median(found):6.1f} ({min(found):.1f} to {max(found):.1f})"


def main(arguments: Any) -> None:
    here = Path(__file__).resolve().parent.parent
    for table in TABLES:
        new, old = [], []
        for _ in range(arguments.pairs):
            new.append(measured(here, table, arguments.games))
            if arguments.against:
                old.append(measured(Path(arguments.against), table, arguments.games))
        print(
            f"{table[0]}, {table[1]} players: {told(new)} microseconds of processor a move, median of {len(new)} runs"
        )
        if old:
            print(f"  {arguments.against}: {told(old)}; {median(old) / median(new):.2f} times as long")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", help="another checkout to compare with")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--games", type=int, default=30)
    main(parser.parse_args())
