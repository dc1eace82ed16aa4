"""Other numbers than the printed ones: what can be set, what is refused, and that nothing so made passes as printed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pasar.cli import run
from pasar.errors import BadRecord
from pasar.games import experiment, games
from pasar.games.experiment import BadExperiment, Changes
from pasar.lab.rows import Plan, played_match
from pasar.match.record import EXPERIMENT_FORMAT, record_of, replay
from pasar.server.base.refusals import Refused
from pasar.server.http.routes.records import _checked

PRINTED = {
    "bali": {
        "card_counts": (12, 9, 9, 5, 5, 5, 5), "oracles": 8, "goods_of_a_type": 25, "starting_masons": 1,
        "starting_goods": 1, "start_stone": (2, 3, 4, 5), "rows": 4, "row_cards": 4, "good_price": 5, "shrine_price": 7,
        "farmer_price": 1, "most_farmers": 3, "hand": 3, "mason_stone": 1, "priest_points": 1, "shrine_reward": 1,
        "majority": 2, "extra": 1, "oracle_depth": 4, "good_values": (3, 2, 1, 0), "shrine_points": 4,
        "stone_for_a_point": 5,
    },
    "basari": {
        "gems_of_a_colour": 22, "starting_gems": 3, "gains_for_return": 2, "stages": 3, "workers_needed": 15,
        "workers_prize": 12, "gem_prizes": (14, 12, 10, 8), "leader_returns": 2, "sharer_returns": 2,
    },
}  # fmt: skip

# Everything as far from the printed game as it can be together; rules that ask for the most of the code.
EXTREMES: list[tuple[str, dict[str, Any], str]] = [
    ("bali", {"oracle": True, "demon": True}, "most"),
    ("bali", {"oracle": True, "demon": True}, "least"),
    ("basari", {"players": 5}, "most"),
    ("basari", {"players": 5}, "least"),
]
NEEDED = {"least": {"card_counts": (3, 3, 3, 3, 3, 3, 3), "goods_of_a_type": 1}}  # there is no game with less

PLAY = """
import json, sys
from pasar.games import find
from pasar.lab.rows import Plan, play, played_match
from pasar.match.record import record_of, replay
name, rules, bot, games = json.loads(sys.argv[1])
game = find(name)
plan = Plan.of(game, game.check(**rules), games, 5, (bot,) * game.check(**rules)["players"])
columns = play(plan, 0, games)
records = [record_of(played_match(plan, number)) for number in range(games)]
for number, record in enumerate(records):
    points = [columns[f"points_{seat}"][number] for seat in range(plan.players)]
    assert replay(json.loads(json.dumps(record))).points == points
print(json.dumps(records))
"""


def elsewhere(game: str, changes: Changes, code: str, *arguments: str) -> str:
    """What a program says in whose process these changes hold; uncompiled, which is faster for a few games."""
    environment = {**os.environ, **experiment.environment(game, changes), "PASAR_JIT": "0"}
    done = subprocess.run([sys.executable, "-W", "error", "-c", code, *arguments], capture_output=True, text=True,
                          env=environment, timeout=120, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def played(game: str, changes: Changes, rules: dict[str, Any], bot: str = "random", many: int = 1) -> Any:
    return json.loads(elsewhere(game, changes, PLAY, json.dumps([game, rules, bot, many])))


@pytest.mark.parametrize("which", PRINTED)
def test_with_nothing_set_every_number_is_the_printed_one(which: str) -> None:
    known = experiment.settings(which)
    assert {name: each.printed for name, each in known.items()} == PRINTED[which]
    for each in known.values():
        each.check(each.printed)
        assert each.what


@pytest.mark.parametrize(
    ("which", "texts", "reason"),
    [
        ("bali", ["shrine_prise=6"], "did you mean shrine_price?"),
        ("bali", ["workers=3"], "it has: card_counts, oracles"),
        ("bali", ["shrine_price"], "shrine_price=7 is the printed one"),
        ("bali", ["shrine_price=cheap"], "a whole number"),
        ("bali", ["shrine_price=61"], "can be 0 to 60, not 61"),
        ("bali", ["shrine_price=-1"], "can be 0 to 60, not -1"),
        ("bali", ["shrine_price=6,7"], "is one number, like 7"),
        ("bali", ["start_stone=2,3"], "is 4 numbers, like 2,3,4,5"),
        ("bali", ["shrine_price=7"], "nothing to compare"),
        ("bali", ["shrine_price=6", "shrine_price=5"], "set twice"),
        ("bali", ["card_counts=2,2,2,2,2,2,2"], "14 cards are too few: the offer takes 16"),
        ("bali", ["rows=6", "row_cards=8", "card_counts=7,7,7,7,7,7,6"], "48 cards are too few"),
        ("bali", ["oracles=20", "rows=2", "row_cards=1", "card_counts=16,16,16,16,16,16,16"], "127 at most"),
        ("bali", ["goods_of_a_type=4"], "goods_of_a_type must be 5 or more"),
        ("basari", ["starting_gems=5"], "gems_of_a_colour must be 25 or more"),
        ("basari", ["stages=0"], "can be 1 to 4, not 0"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(which: str, texts: list[str], reason: str) -> None:
    with pytest.raises(BadExperiment) as refused:
        experiment.read(which, tuple(texts))
    assert reason in str(refused.value) and "\n" not in str(refused.value)


def test_lists_and_numbers_are_read_as_they_are_typed() -> None:
    assert experiment.read("bali", ("shrine_price=6", "start_stone=2,8,11,14")) == {
        "shrine_price": 6,
        "start_stone": (2, 8, 11, 14),
    }
    assert experiment.current() == {}


def test_a_variable_that_is_nonsense_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("{", "[1]", '{"bali": {"shrine_price": "6"}}'):
        monkeypatch.setenv(experiment.VARIABLE, text)
        with pytest.raises(BadExperiment, match="PASAR_EXPERIMENT is not like"):
            experiment.current()


@pytest.mark.parametrize(("which", "rules", "end"), EXTREMES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_limits_of_all_numbers_together_can_be_played(
    which: str, rules: dict[str, Any], end: str, bot: str
) -> None:
    changes = {}
    for each in experiment.settings(which).values():
        value = getattr(each, end)
        changes[each.name] = (value,) * len(each.printed) if isinstance(each.printed, tuple) else value
    changes = {name: value for name, value in (changes | NEEDED.get(end, {})).items() if name in changes}
    for record in played(which, changes, rules, bot, 2):
        assert record["result"] is not None and record["format"] == EXPERIMENT_FORMAT


def test_a_changed_number_changes_what_it_names() -> None:
    first = played("bali", {"start_stone": (7, 3, 4, 5), "shrine_points": 9}, {"players": 3})[0]
    assert first["experiment"] == {"start_stone": [7, 3, 4, 5], "shrine_points": 9}
    look = "from pasar.games.bali import box, playing; print(playing.price_with(2), box.HAND)"
    assert elsewhere("bali", {"good_price": 9, "hand": 5}, look) == "7 5\n"


def test_two_farmers_are_the_most_where_two_are_the_most() -> None:
    look = """
from pasar.games.bali import actions, playing, state
s = state.blank({"players": 2, "oracle": False, "demon": False})
s["hand"][0, 0, 3], s["stone"][0, 0] = 5, 9
print([action for action in range(64) if int(playing.open_plays(s[0], 0)) >> action & 1] == [8, 9], actions.BOX_SHRINE)
"""
    assert elsewhere("bali", {"most_farmers": 2, "hand": 5}, look) == "True 16\n"


def test_a_majority_gets_as_many_extra_goods_as_the_number_says() -> None:
    look = """
from pasar.games.bali import rules, scoring, state
s = state.blank({"players": 2, "oracle": False, "demon": False})
s["supply"][0], s["front"][0, 0, 3], s["scored"], s["hand"][0] = 9, 2, 3, 1
scoring._reward_farmers(s[0], None)
print(s["goods"][0, 0, 0])
"""
    assert [elsewhere("bali", {"extra": extra}, look) for extra in (0, 3)] == ["1\n", "4\n"]


def test_a_compiled_experiment_has_compiled_code_of_its_own(tmp_path: Path) -> None:
    look = "from pasar.kernel.jit import cache_folder; from pasar.games.bali.playing import price_with\n"
    look += "print(price_with(1), cache_folder().name)"
    said = []
    for environment in (dict(os.environ), experiment.environment("bali", {"good_price": 8})):
        done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True, timeout=120,
                              env={**environment, "PASAR_JIT": "1", "PASAR_CACHE": str(tmp_path)})  # fmt: skip
        said.append(done.stdout.split())
    assert [price for price, _ in said] == ["4", "7"] and said[0][1] != said[1][1]


# --- Records ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def changed() -> dict[str, Any]:
    """A record of a game that was played with another number."""
    found: dict[str, Any] = played("bali", {"shrine_points": 9}, {"players": 2})[0]
    return found


def test_a_record_says_that_it_is_not_the_printed_game(changed: dict[str, Any]) -> None:
    assert changed["format"] == "pasar-experiment/1" and changed["experiment"] == {"shrine_points": 9}


def test_such_a_record_does_not_pass_as_the_printed_game(changed: dict[str, Any]) -> None:
    with pytest.raises(BadRecord, match="not the printed game: it is opened with PASAR_EXPERIMENT="):
        replay(changed)
    with pytest.raises(BadRecord, match="does not say in which numbers"):
        replay({**changed, "experiment": "some"})
    with pytest.raises(BadRecord):  # by its format alone it does not become one: the result is another
        replay({key: value for key, value in {**changed, "format": "pasar-record/1"}.items() if key != "experiment"})


def test_neither_do_commands_nor_a_server_take_it(
    changed: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(changed) + "\n")
    for command in ("verify", "replay"):
        assert run([command, str(file)]) == 1
        assert "not the printed game" in "".join(capsys.readouterr())
    with pytest.raises(Refused, match="not the printed game"):
        _checked(changed)


def test_the_printed_game_does_not_pass_as_the_experiment() -> None:
    game = games()["bali"]
    record = record_of(played_match(Plan.of(game, game.check(players=2), 1, 5), 0))
    code = "import json, sys; from pasar.match.record import replay; from pasar.errors import BadRecord\n"
    code += "try: replay(json.loads(sys.argv[1]))\nexcept BadRecord as fault: print(fault)"
    assert "unset it" in elsewhere("bali", {"shrine_points": 9}, code, json.dumps(record))


def test_a_key_that_a_stranger_calls_experiment_is_kept() -> None:
    game = games()["bali"]
    record = record_of(played_match(Plan.of(game, game.check(players=2), 1, 5), 0)) | {"experiment": "ours"}
    assert record_of(replay(record))["experiment"] == "ours"


def test_servers_and_reports_are_for_the_printed_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(experiment.VARIABLE, '{"bali": {"shrine_price": 6}}')
    for command in (["serve"], ["balance", "bali"]):
        assert run(command) == 1
        assert "is for the printed games: unset PASAR_EXPERIMENT" in capsys.readouterr().err
