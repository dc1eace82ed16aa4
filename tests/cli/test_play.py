"""`pasar play` as somebody types it, and the record that is left."""

import json
from pathlib import Path
from typing import Any

import pytest

ENOUGH = "1\n" * 400  # always the first open move, more often than any game asks


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("chosen", [("bali", "--players", "4", "--oracle", "--demon"), ("basari", "--players", "5")])
def test_a_whole_game(pasar: Any, tmp_path: Path, chosen: tuple[str, ...], language: str) -> None:
    file = tmp_path / "game.json"
    said = pasar("play", *chosen, "--seed", "5", "--lang", language, "--save", str(file), typed=ENOUGH)
    assert (said.code, said.err) == (0, "")
    assert str(file) in said.out.replace("\n", "") and "\x1b" not in said.out  # a long path is broken at the edge
    record = json.loads(file.read_text())
    assert record["result"] is not None and {seat for seat, _ in record["moves"]} == set(
        range(record["rules"]["players"])
    )
    assert pasar("verify", str(file)).code == 0


def test_the_same_seed_and_the_same_answers_give_the_same_game(pasar: Any) -> None:
    said = [pasar("play", "bali", "--seed", "5", typed=ENOUGH).out for _ in range(2)]
    assert said[0] == said[1]


def test_leaving_early(pasar: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for typed in ("", "quit\n", "1\n"):
        said = pasar("play", "bali", "--seed", "5", "--save", str(file), "--overwrite", typed=typed)
        assert (said.code, said.err) == (0, "") and "Good bye" in said.out
        assert json.loads(file.read_text())["result"] is None
        assert pasar("verify", str(file)).code == 0


def test_a_newcomer_is_told_what_to_do_and_what_it_costs(pasar: Any) -> None:
    table = pasar("play", "bali", "--players", "3", "--seed", "5", typed="play rice\n").out
    assert "Play a card, or several farmers of one kind." in table
    assert "play rice    free; makes rice cheaper" in table
    assert "Take the bottom card of a row, until you hold three." in table
    assert "lies at the bottom" in table or "is at the bottom" in table


def test_questions(pasar: Any) -> None:
    typed = "?\n? play shrine\n? take 1\n? fly\n? play rice\nhelp\n"
    table = pasar("play", "bali", "--seed", "5", typed=typed).out
    assert "You would need 1 in hand (shrine) and have 0." in table
    assert "That is for another part of the turn." in table
    assert '"fly" is not a move here.' in table
    assert '"play rice" is open.' in table
    assert "? MOVE" in table


@pytest.mark.parametrize(
    "typed", ["fly", "play shrine", "99", "-1", "0", "²", "play", "\x1b[2J", "bid r", "x" * 5000, "{seat}", "[bold]"]
)
def test_wrong_input_changes_nothing_and_never_ends_the_game(pasar: Any, tmp_path: Path, typed: str) -> None:
    file = tmp_path / "game.json"
    said = pasar("play", "bali", "--seed", "5", "--save", str(file), typed=f"{typed}\n\n  \n")
    assert said.code == 0 and "Good bye" in said.out
    assert json.loads(file.read_text())["moves"] == []


def test_a_bid_is_typed_as_one_move(pasar: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    said = pasar(
        "play", "basari", "--players", "4", "--bots", "random", "--seed", "7", "--save", str(file),
        typed="b\n? bid r9\nBID R1B1\n",
    )  # fmt: skip
    moves = json.loads(file.read_text())["moves"]
    assert [0, "B"] in moves and [0, "bid r1b1"] in moves
    assert "You have only 3 red, not 9." in said.out


def test_undo(pasar: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    said = pasar("play", "bali", "--seed", "5", "--save", str(file), typed="undo\nplay rice\nundo\nplay peanut\n")
    assert "You have not decided anything yet" in said.out and "Taken back" in said.out
    assert json.loads(file.read_text())["moves"][0] == [0, "play peanut"]


def test_saving_on_the_way(pasar: Any, tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    said = pasar("play", "bali", "--seed", "5", typed=f"save\nsave /nowhere/x\nsave {file}\n")
    told = said.out.replace("\n", "")  # a long path is broken at the edge
    assert "Say where" in told and "Not saved: /nowhere/x" in told and f"{file}." in told
    assert pasar("verify", str(file)).code == 0


def test_people_who_share_a_screen_are_told_only_their_own_secrets(pasar: Any) -> None:
    answers = "\nA\n" * 400  # Enter to take the seat, then a choice; what does not fit is refused and asked again
    table = pasar("play", "basari", "--seat", "0", "--seat", "1", "--seed", "5", typed=answers).out
    assert "Player 2, it is your decision: press Enter" in table
    second = table.split("Player 2, it is your decision")[1].split("Player 1, it is your decision")[0]
    assert "Player 1 has chosen." in second and "Player 1 has chosen A" not in second


@pytest.mark.parametrize("name", ["bali", "basari"])
def test_several_people_to_the_end(pasar: Any, name: str) -> None:
    players = "2" if name == "bali" else "3"
    people = [argument for seat in range(int(players)) for argument in ("--seat", str(seat))]
    said = pasar("play", name, "--players", players, *people, "--seed", "1", typed="1\n" * 1500)
    assert said.code == 0 and ("wins." in said.out or "share the victory" in said.out)


def test_bots_are_named_in_the_record(pasar: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    chosen = ("--players", "4", "--seat", "1", "--bots", "medium,random")
    said = pasar("play", "bali", *chosen, "--seed", "5", "--save", str(file), typed=ENOUGH)
    assert said.code == 0 and "medium 1" in said.out
    record = json.loads(file.read_text())
    assert record["bots"] == ["medium", None, "random", "random"]
    assert record["names"] == ["medium 1", None, "random 3", "random 4"]


def test_a_hint_tells_what_the_best_moves_lead_to(pasar: Any) -> None:
    table = pasar("play", "bali", "--seed", "5", typed="hint\n").out
    assert "> play " in table and "games that it imagined" in table


@pytest.mark.parametrize(
    ("bots", "why"),
    [("hard,hard,hard", "3 bots for 1 free seats"), ("nobody", "there is no bot 'nobody'"), (",", "names no bot"),
     ("greedy:5s", "takes no budget"), ("nothing.py:Bot", "there is no file nothing.py")],
)  # fmt: skip
def test_bots_that_cannot_sit_there(pasar: Any, bots: str, why: str) -> None:
    said = pasar("play", "bali", "--bots", bots)
    assert said.code == 1 and why in said.err and said.err.count("\n") == 1


def test_a_bot_that_breaks_down_is_replaced(pasar: Any, tmp_path: Path) -> None:
    own = tmp_path / "mine.py"
    own.write_text("class Lazy:\n    def choose(self, view, open_moves, budget):\n        return 'sleep'\n")
    said = pasar("play", "bali", "--bots", f"{own}:Lazy", "--seed", "5", typed=ENOUGH)
    assert said.code == 0 and "Lazy 2 broke down (illegal move: 'sleep' is not open)" in said.out
