"""A row says what happened in its game: every column beside the same number taken from the match's own story."""

import hashlib
import os
import pickle
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from pasar.coach import luck
from pasar.errors import PasarError
from pasar.games import find
from pasar.games.events import Told
from pasar.kernel.jit import ENABLED
from pasar.kernel.rng import game_seed
from pasar.lab.rows import Gift, Plan, calls, places, play, played_match, rows
from pasar.lab.spread import Alone, Processes, Threads
from pasar.match.match import Match

TABLES = [
    ("bali", {"players": 4, "oracle": True, "demon": True}, ("random",)),
    ("bali", {"players": 3, "oracle": True}, ("greedy", "random", "easy")),
    ("bali", {"players": 2, "demon": True}, ("greedy", "search:3sims")),
    ("basari", {"players": 5}, ("random",)),
    ("basari", {"players": 4}, ("greedy", "easy", "random", "greedy")),
    ("basari", {"players": 3}, ("greedy", "search:3sims", "random")),
]


def plan_of(name, options, bots, games=4, seed=5, gifts=()):
    game = find(name)
    rules = game.check(**options)
    seated = tuple(bots) + (bots[-1],) * (rules["players"] - len(bots))
    return Plan(name, rules, seated, games, seed, tuple(gifts))


# --- By hand ----------------------------------------------------------------------------------------------------------


def bali(story: list[Told]) -> Counter:
    found: Counter = Counter()
    for told in story:
        seat, v = told.seat, told.values
        match told.name:
            case "bought":
                found[f"bought_{v['good']}_{seat}"] += 1
                found[f"paid_for_goods_{seat}"] += v["price"]
            case "played":
                found[f"played_{v['kind']}_{seat}"] += v["count"]
                found[f"paid_for_cards_{seat}"] += v["price"]
            case "took" | "majority":
                found[f"{told.name}_{v['kind']}_{seat}"] += 1
            case "gave" | "gifted" | "added" | "good_gained":
                found[f"{told.name}_{v['good']}_{seat}"] += 1
            case "boxed" | "looked" | "kept":
                found[f"{told.name}_{seat}"] += 1
            case "demon_moved":
                found["demon_moved"] += 1
            case "scored":
                found[f"scored_{v['kind']}"] += 1
            case "stone_gained" | "points_gained":
                found[f"{told.name}_{seat}"] += v["count"]
            case "valued":
                found[f"value_{v['good']}"] += v["value"]
                found[f"altar_{v['good']}"] += v["count"]
    return found


def basari(story: list[Told]) -> Counter:
    found: Counter = Counter()
    action, opener = "", None
    for before, told in pairwise([story[0], *story]):
        seat, v = told.seat, told.values
        bundle = {gem: count for count, gem in v.get("bundle", ())}
        match told.name:
            case "showed":
                found[f"chose_{v['action']}_{seat}"] += 1
            case "forfeited":
                found[f"collided_{v['action']}"] += 1
            case "haggled":
                action, opener = v["action"], seat
                found[f"haggles_{action}"] += 1
                found[f"opened_{action}_{seat}"] += 1
            case "free":
                found[f"free_{v['action']}_{seat}"] += 1
            case "bid":
                found[f"bids_{seat}"] += 1
            case "accepted":
                winner = before.seat  # whose offer was accepted
                assert before.name == "bid" and winner != seat and dict(before.values) == dict(v)
                found[f"won_{action}_{winner}"] += 1
                found[f"won_by_{action}_{'opener' if winner == opener else 'answerer'}"] += 1
                found[f"price_{action}_{winner}"] += sum(bundle.values())
                found.update({f"received_{gem}_{seat}": count for gem, count in bundle.items()})
            case "drew" | "workers_paid":
                found[f"{told.name}_{seat}"] += 1
            case "scored":
                found[f"scored_{seat}"] += v["points"]
            case "took":
                found.update({f"took_{gem}_{seat}": count for gem, count in bundle.items()})
            case "led" | "shared":
                found[f"{told.name}_{v['gem']}_{seat}"] += v["points"]
                found[f"leads_{v['gem']}_{seat}"] += told.name == "led"
    return found


def leaders(match: Match, turn: str) -> list[int | None]:
    """Who was alone in front whenever a turn began."""
    found: list[int | None] = []
    again = Match(match.game, match.rules, match.dealt)
    for number in range(len(match) + 1):
        if number:
            seat, text = match.moves[number - 1]
            again.play(text, seat)
        for told in again.story(move=number):
            if told.name == turn:
                best = [seat for seat, points in enumerate(again.points) if points == max(again.points)]
                found.append(best[0] if len(best) == 1 else None)
    return found


def course(match: Match, turn: str) -> dict[str, int]:
    ahead = leaders(match, turn)
    alone = [seat for seat in ahead if seat is not None]
    good = [seat in match.winners for seat in ahead]
    return {
        "turns": len(ahead),
        "lead_changes": sum(one != other for one, other in pairwise(alone)),
        "led": sum(good),
        "decided": max((turn for turn, led in enumerate(good, 1) if not led), default=0),
    }


def ending(match: Match) -> dict[str, float]:
    points = sorted(match.points)
    found: dict[str, float] = {f"points_{seat}": own for seat, own in enumerate(match.points)}
    found |= {f"share_{seat}": (seat in match.winners) / len(match.winners) for seat in range(match.players)}
    for seat, parts in enumerate(match.breakdown):
        found |= {f"from_{source}_{seat}": count for source, count in parts.items()}
    found["winners"] = sum(1 << seat for seat in match.winners)
    found["margin"] = points[-1] - points[-2] if len(match.winners) == 1 else 0
    return found


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{'-'.join(table[2])}")
def test_every_column_is_what_the_match_tells(table):
    plan = plan_of(*table)
    by_hand, turn = (bali, "turn") if plan.game == "bali" else (basari, "round")
    columns = play(plan, 0, plan.games)
    for number in range(plan.games):
        match = played_match(plan, number)
        told = by_hand(match.story(all_seeing=True))
        expected = told | course(match, turn) | ending(match) | {"number": number}
        row = {name: column[number].item() for name, column in columns.items()}
        assert set(told) <= set(row)
        assert row.pop("decisions") >= len(match)
        assert {name: value for name, value in row.items() if value != pytest.approx(expected.get(name, 0))} == {}


def test_every_column_is_explained_and_named_once():
    for table in TABLES:
        named = [place.name for place in places(plan_of(*table))]
        assert len(set(named)) == len(named)
        assert all(place.help for place in places(plan_of(*table)))
        assert list(play(plan_of(*table, games=1), 0, 1)) == named


# --- The same for whoever plays them ----------------------------------------------------------------------------------


def digest(plan: Plan, pool=None) -> str:
    found = hashlib.sha256()
    for columns in rows(plan, pool or Alone()):
        for name, column in columns.items():
            found.update(name.encode() + np.asarray(column, np.float64).tobytes())
    return found.hexdigest()


@pytest.mark.parametrize("table", [TABLES[1], TABLES[4]], ids=["bali", "basari"])
def test_rows_do_not_depend_on_the_workers(table, monkeypatch):
    monkeypatch.setattr("pasar.lab.rows.BY_THUMB", 7)
    monkeypatch.setattr("pasar.lab.rows.UNCOMPILED", 7)
    plan = plan_of(*table, games=50)
    assert digest(plan) == digest(plan, Threads(3))


def test_nor_do_those_of_bots_that_think():
    plan = plan_of(*TABLES[5], games=3)
    assert digest(plan) == digest(plan, Processes(2))


def test_rows_do_not_depend_on_the_pieces():
    plan = plan_of(*TABLES[3], games=20)
    whole, tail = play(plan, 0, 20), play(plan, 13, 7)
    assert all(np.array_equal(whole[name][13:], tail[name]) for name in whole)
    assert [(first, count) for _, first, count in calls(plan, 8)] == [(0, 8), (8, 8), (16, 4)]


def digests() -> list[str]:
    """Of all tables. Thinking takes long uncompiled: of those who think one game is enough."""
    return [digest(plan_of(*table, games=1 if "search:3sims" in table[2] else 6)) for table in TABLES]


SCRIPT = "import runpy, sys; print(*runpy.run_path(sys.argv[1])['digests']())"


def test_compiled_and_uncompiled_rows_are_the_same():
    otherwise = {**os.environ, "PASAR_JIT": "0" if ENABLED else "1"}
    told = subprocess.run(
        [sys.executable, "-c", SCRIPT, __file__], env=otherwise, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == digests()


# --- Plans and gifts --------------------------------------------------------------------------------------------------


def test_a_plan_survives_json_and_another_process():
    plan = plan_of(*TABLES[0], gifts=[Gift(1, "stone", 3)])
    assert plan.books and plan.checked  # looked up here
    assert Plan.from_json(plan.as_json()) == plan
    assert pickle.loads(pickle.dumps(plan)) == plan


@pytest.mark.parametrize("bots", [("random",), ("greedy", "search:3sims")])
def test_a_gift_is_there_from_the_beginning(bots):
    without = play(plan_of("bali", {}, bots), 0, 2)
    given = play(plan_of("bali", {}, bots, gifts=[Gift(1, "points", 100)]), 0, 2)
    assert (given["from_points_1"] >= 100).all() and (without["from_points_1"] < 100).all()
    assert (given["winners"] == 0b10).all()


def test_a_later_gift_waits_for_its_stage():
    bots, gift = ("random",), Gift(2, "points", 500, stage=3)
    given = play(plan_of("basari", {}, bots, gifts=[gift]), 0, 3)
    assert (given["winners"] == 0b100).all() and (given["decided"] > 5).all()


def test_bots_that_think_cannot_be_given_something_later():
    plan = plan_of("basari", {}, ("search:3sims",), gifts=[Gift(2, "points", 5, stage=2)])
    with pytest.raises(PasarError, match="gifts in a later stage are for games of random, greedy, easy only"):
        play(plan, 0, 1)


def test_a_bot_that_breaks_down_ends_the_run_and_is_named(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("class Broken:\n    def choose(self, view, open_moves, budget):\n        return 'nonsense'\n")
    with pytest.raises(PasarError, match=r"game 7: .*broken.py:Broken on seat 1"):
        play(plan_of("bali", {}, ("random", f"{path}:Broken")), 7, 1)


# --- Without luck -----------------------------------------------------------------------------------------------------


def test_a_result_without_luck_is_the_share_less_what_the_coach_calls_luck() -> None:
    plan = replace(plan_of("bali", {"players": 2}, ("random",), games=2), adjusted=True)
    found = play(plan, 0, 2)
    for number in range(2):
        lucky = luck(played_match(plan, number), int(game_seed(plan.word, number)))
        assert [found[f"adjusted_{seat}"][number] for seat in (0, 1)] == pytest.approx(
            [found[f"share_{seat}"][number] - lucky[seat] for seat in (0, 1)]
        )
    assert [place.name for place in places(plan)] == list(found) and any(lucky)
