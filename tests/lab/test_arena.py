"""The arena: all seats for all, the same result for any number of workers, and games that survive a broken bot."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support import starting

from pasar.cli import run
from pasar.errors import PasarError
from pasar.games import find
from pasar.lab.arena import GameResult, Tournament, outcomes, play_game, seat_bots
from pasar.lab.report import page as html_page
from pasar.lab.results import Results
from pasar.lab.standings import standings
from pasar.match.record import replay

BROKEN = """
    class Broken:
        def choose(self, view, open_moves, budget):
            if view["pile"] < 20:
                raise RuntimeError("lost the thread")
            return open_moves[-1]
"""


def plan_of(game: str, *bots: str, games: int = 6, seed: int = 5, workers: int = 1) -> Tournament:
    return Tournament(game, find(game).check(len(bots)), bots, games, seed, workers)


@pytest.fixture
def broken(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text(textwrap.dedent(BROKEN))
    return f"{path}:Broken"


# --- Who sits where ---------------------------------------------------------------------------------------------------


def test_every_deal_is_played_by_everybody_on_every_seat():
    plan = plan_of("bali", "greedy", "random", "easy", games=9)
    for deal in range(3):
        seatings = [plan.seating(3 * deal + turn) for turn in range(3)]
        assert [sorted(column) for column in zip(*seatings, strict=True)] == [sorted(plan.bots)] * 3
        dealt = {json.dumps(play_game(plan, 3 * deal + turn, True).record["setup"]) for turn in range(3)}
        assert len(dealt) == 1


def test_neighbours_change_from_deal_to_deal():
    plan = plan_of("bali", "greedy", "random", "easy")
    assert plan.seating(0) == ("greedy", "random", "easy")
    assert plan.seating(3) == ("greedy", "easy", "random")


def test_the_last_bot_takes_the_seats_that_are_left():
    bali = find("bali")
    assert seat_bots(["easy", "greedy"], bali, 4) == ("easy", "greedy", "greedy", "greedy")
    assert seat_bots(["easy", "greedy", "random"], bali, None) == ("easy", "greedy", "random")
    assert seat_bots(["random"], find("basari"), None) == ("random",) * 3


def test_more_bots_than_seats_are_refused():
    with pytest.raises(PasarError, match="3 bots are more than 2 seats"):
        seat_bots(["greedy", "random", "easy"], find("bali"), 2)
    with pytest.raises(PasarError, match="no bots are named"):
        seat_bots([], find("bali"), 2)


# --- Results ----------------------------------------------------------------------------------------------------------


def without_time(found: list[GameResult]) -> list[tuple[object, ...]]:
    return sorted((o.number, o.seating, o.points, o.winners, o.decisions) for o in found)


@pytest.mark.parametrize(
    ("name", "bots"), [("bali", ("search:10sims", "greedy")), ("basari", ("search:5sims", "random", "greedy"))]
)
def test_the_result_does_not_depend_on_the_workers(name, bots):
    alone = list(outcomes(plan_of(name, *bots)))
    shared = list(outcomes(plan_of(name, *bots, workers=2)))
    assert without_time(alone) == without_time(shared)


def test_games_can_be_replayed_from_their_records():
    outcome = play_game(plan_of("basari", "search:5sims", "greedy", "random"), 1, keep_record=True)
    match = replay(outcome.record)
    assert (match.points, list(match.winners)) == (outcome.points, outcome.winners)


def test_a_broken_bot_loses_its_game_and_not_the_run(broken):
    plan = plan_of("bali", broken, "random", games=4)
    found = list(outcomes(plan))
    assert len(found) == 4
    for outcome in found:
        assert outcome.fault is not None and outcome.fault["kind"] == "exception"
        assert "lost the thread" in outcome.fault["message"]
        assert outcome.winners == [1 - outcome.fault["seat"]]
        assert replay(outcome.fault["record"]).to_act == (outcome.fault["seat"],)
    table = standings(plan, found, 1.0)
    assert [bot.name for bot in table.bots] == ["random", broken]
    assert table.bots[1].faults == 4


def test_a_run_without_one_whole_game_is_a_fault(broken, tmp_path, capsys):
    path = str(tmp_path / "run.jsonl")
    run_of = ("--games", "2", "--seed", "1", "--results", path)
    assert run(["arena", "bali", "--bots", f"{broken},random", *run_of]) == 1
    said = capsys.readouterr()
    assert said.err == f"pasar: {broken} forfeited every game; why is in {path}\n"
    assert "lost the thread" in said.out and len(Results.read(path).played) == 2
    assert run(["arena", "bali", "--bots", "greedy,random", *run_of]) == 0


def test_a_run_that_was_stopped_goes_on(tmp_path):
    path = str(tmp_path / "run.jsonl")
    plan = plan_of("bali", "greedy", "random", games=8)
    whole = list(outcomes(plan))
    results = Results.begin(path, plan)
    for outcome in whole[:3]:
        results.add(outcome)
    results.close()
    with Path(path).open("a") as file:
        file.write('{"number": 3, "seat')  # the line that was being written
    again = Results.read(path)
    assert again.plan == plan
    rest = list(outcomes(again.plan, [outcome.number for outcome in again.played]))
    assert without_time(again.played + rest) == without_time(whole)


def test_an_unfinished_run_is_not_overwritten(tmp_path):
    path = str(tmp_path / "run.jsonl")
    Results.begin(path, plan_of("bali", "greedy", "random"))
    with pytest.raises(PasarError, match="unfinished run: go on with --resume"):
        Results.begin(path, plan_of("bali", "greedy", "easy"))


def test_a_file_that_is_no_run_is_refused_and_kept(tmp_path):
    path = tmp_path / "letter.txt"
    for text in (b"Dear Sir\n", b"\xff\xfe\n"):
        path.write_bytes(text)
        with pytest.raises(PasarError, match="holds no run of an arena: name another file with --results"):
            Results.begin(str(path), plan_of("bali", "greedy", "random"))
        assert path.read_bytes() == text


# --- The command ------------------------------------------------------------------------------------------------------


def arena(*arguments: str, cwd: object = None) -> subprocess.CompletedProcess[str]:
    return starting.run(["pasar", "arena", *arguments], text=True, cwd=cwd)


def test_the_command_prints_json_and_writes_a_page(tmp_path):
    command = ("bali", "--bots", "greedy,random", "--games", "6", "--seed", "3")
    done = arena(*command, "--json", "--html", "page.html", "--records", "games.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["games"] == 6 and [bot["bot"] for bot in found["bots"]] == ["greedy", "random"]
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 6
    page = (tmp_path / "page.html").read_text()
    assert page.count("<svg") == page.count('class="csv"') == 3 and "http" not in page and "<script" not in page
    again = arena(*command, cwd=tmp_path)
    assert again.returncode == 0 and "greedy" in again.stdout and "Seat 1" in again.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("bali", "--bots", "greedy,expret"), 1, "there is no bot 'expret'"),
        (("bali", "--bots", "nothing.py:Missing"), 1, "no file nothing.py"),
        (("bali", "--bots", "greedy,random", "--games", "0"), 2, "--games"),
        (("bali", "--bots", "greedy,random,easy", "--players", "2"), 1, "3 bots are more than 2 seats"),
        (("bali",), 1, "no bots are named"),
        (("bali", "--bots", "greedy,random", "--html", "no/such/folder/a.html"), 1, "cannot be written"),
        (("bali", "--bots", "greedy,random", "--results", "no/such/folder/a.jsonl"), 1, "cannot be written"),
        (("bali", "--resume"), 1, "arena-bali.jsonl cannot be read: no such file or directory; name the run's file"),
        (("bali", "--bots", "a,b,c,d,e,f"), 1, "there is no bot 'a'"),
        (("basari", "--bots", "random,random,random,random,random,random"), 1, "basari is for 3 to 5 players"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_before_any_game(tmp_path, monkeypatch, capsys, arguments, code, said):
    monkeypatch.chdir(tmp_path)
    assert run(["arena", *arguments]) == code
    heard = capsys.readouterr()
    assert heard.out == "" and said in heard.err and len(heard.err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


LISTENING = Path(__file__).parents[1] / "support" / "listening.py"


def test_ctrl_c_keeps_what_was_finished(tmp_path):
    command = [sys.executable, str(LISTENING), "arena", "bali", "--bots", "greedy,random", "--seed", "1"]
    child = subprocess.Popen([*command, "--games", "5000"], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    path = tmp_path / "arena-bali.jsonl"
    for _ in range(600):
        if path.exists() and len(path.read_text().splitlines()) > 3:
            break
        time.sleep(0.1)
    os.kill(child.pid, signal.SIGINT)
    _, said = child.communicate(timeout=120)
    assert child.returncode == 130
    assert "kept in arena-bali.jsonl" in said and "Traceback" not in said
    assert len(Results.read(str(path)).played) >= 3


def test_the_page_names_bots_safely():
    plan = plan_of("bali", "greedy", "random", games=2)
    found = [GameResult(number, ("<b>", "random"), [10, 9], [0], 5, 0.1) for number in range(2)]
    odd = Tournament(plan.game, plan.rules, ("<b>", "random"), 2, 1)
    assert "<b>" not in html_page(standings(odd, found, 1.0))


# --- Without luck -----------------------------------------------------------------------------------------------------


def test_an_adjusted_run_keeps_the_luck_of_every_game_and_shows_results_without_it(tmp_path):
    plan = replace(plan_of("bali", "greedy", "random", games=4), adjusted=True)
    results = Results.begin(str(tmp_path / "run.jsonl"), plan)
    for outcome in outcomes(plan):
        assert sum(outcome.luck) == pytest.approx(0) and sum(outcome.adjusted) == pytest.approx(1)
        results.add(outcome)
    results.close()
    again = Results.read(str(tmp_path / "run.jsonl"))
    assert again.plan.adjusted and again.played == results.played
    found = standings(plan, results.played, 1.0)
    greedy = next(bot for bot in found.bots if bot.name == "greedy")
    own = [each.adjusted[each.seating.index("greedy")] for each in results.played]
    assert greedy.adjusted == pytest.approx(sum(own) / 4)
    assert greedy.adjusted_interval[0] <= greedy.adjusted <= greedy.adjusted_interval[1]
    assert "Without luck" in html_page(found) and "adjusted_share" in found.as_json()["bots"][0]
    plain = standings(plan_of("bali", "greedy", "random"), results.played, 1.0)
    assert "Without luck" not in html_page(plain) and "adjusted_share" not in plain.as_json()["bots"][0]
