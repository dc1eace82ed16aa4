"""What one move costs with all that is said about it: made, its menu, five onlookers' sights and stories, as JSON.

    python bench/decision.py [--against CHECKOUT] [--pairs 5]

`--against` names another checkout of Pasar, set up with `make`, whose code plays the same moves in turns with this one.
"""

import argparse
import json

from parts import turns

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


def main(options: argparse.Namespace) -> None:
    for table in TABLES:
        here, there = turns.in_turns(WORK, [json.dumps([*table, options.games])], options)
        what = f"{table[0]}, {table[1]} players"
        print(f"{what}: {turns.told(here)} microseconds of processor a move, median of {len(here)} runs")
        if there:
            print(turns.compared(here, there, options))


if __name__ == "__main__":
    parser = turns.parser(__doc__)
    parser.add_argument("--games", type=int, default=30)
    main(parser.parse_args())
