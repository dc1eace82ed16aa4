"""A record is believed in nothing: every fault is found, named, and nothing else happens."""

import copy
import json
from pathlib import Path

import pytest

import pasar
from pasar.errors import BadRecord, PasarError
from pasar.match.record import read, read_one, replay, write

RECORDS = Path(__file__).parents[1] / "records"


def good(game="bali"):
    """A finished recorded game of the smallest table, and its only copy: tests may change it."""
    return copy.deepcopy(next(record for _, record in read(RECORDS / f"{game}.jsonl")))


def nested(depth):
    node = []
    for _ in range(depth):
        node = [node]
    return node


JUNK = [None, True, -1, 0, 10**30, 1.5, "", "x", "\ud800", [], {}, [[]], {"": None}, "x" * 10**4, nested(900)]


def changed(record, path, value):
    """The record with one node replaced."""
    record = copy.deepcopy(record)
    node = record
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return record


def paths(node, path=()):
    """The way to every node; of long lists only the first and the last."""
    if path:
        yield path
    if isinstance(node, dict):
        for key in node:
            yield from paths(node[key], (*path, key))
    elif isinstance(node, list):
        for place in sorted({0, len(node) - 1} if node else ()):
            yield from paths(node[place], (*path, place))


@pytest.mark.parametrize("name", ["bali", "basari"])
def test_junk_anywhere_is_refused_or_harmless_and_never_anything_else(name):
    record = next(record for _, record in read(RECORDS / f"{name}.jsonl") if "fair" in record)
    refused = 0
    for path in paths(record):
        for junk in JUNK:
            message = complaint(changed(record, path, junk))
            refused += message != ""
            assert "\n" not in message and len(message) < 1000
    assert refused > 100


def complaint(record):
    """Why it is refused; empty if it is not. Any other exception fails the test."""
    try:
        replay(record)
    except BadRecord as fault:
        return str(fault)
    return ""


@pytest.mark.parametrize("name", ["bali", "basari"])
def test_a_missing_key_is_refused_by_name(name):
    for key in ("format", "game", "rules", "setup", "moves", "result"):
        record = good(name)
        del record[key]
        with pytest.raises(BadRecord, match=key if key != "game" else "no game"):
            replay(record)
    for part in list(good(name)["setup"]):
        record = good(name)
        del record["setup"][part]
        with pytest.raises(BadRecord, match=part):
            replay(record)


@pytest.mark.parametrize("junk", [None, [], "x", 3, [{}]])
def test_what_is_no_object_is_no_record(junk):
    with pytest.raises(BadRecord, match="JSON object"):
        replay(junk)


@pytest.mark.parametrize("key", ["self", "cls", "seed", "deck\n", "", "Oracle"])
def test_an_option_that_no_game_has_is_refused(key):
    record = good()
    record["rules"][key] = True
    with pytest.raises(BadRecord) as fault:
        replay(record)
    assert "\n" not in str(fault.value)


def test_an_unknown_format_is_refused():
    with pytest.raises(BadRecord, match="unknown format 'pasar-record/2'"):
        replay(good() | {"format": "pasar-record/2"})


def test_b2_a_deck_of_51_cards_is_refused():
    record = good()
    record["setup"]["deck"].append("mason")
    with pytest.raises(BadRecord, match="51 cards"):
        replay(record)


def test_b2_a_wrong_mix_of_cards_is_refused():
    record = good()
    place = record["setup"]["deck"].index("shrine")
    record["setup"]["deck"][place] = "mason"
    with pytest.raises(BadRecord, match="13 mason"):
        replay(record)


def test_b3_two_equal_starting_sets_are_refused():
    record = good()
    record["setup"]["hands"][1] = record["setup"]["hands"][0]
    with pytest.raises(BadRecord, match="equal starting sets"):
        replay(record)


def test_b15_an_oracle_in_the_offer_or_an_altar_without_it_is_refused():
    record = good()
    record["setup"]["altar"] = ["rice", "peanut", "banana", "pepper"]
    with pytest.raises(BadRecord, match="altar"):
        replay(record)
    record = good()
    record["setup"]["offer"][0][0] = "oracle"
    with pytest.raises(BadRecord, match="oracle"):
        replay(record)


@pytest.mark.parametrize("name", ["bali", "basari"])
def test_an_illegal_move_is_refused_with_its_number_and_the_open_moves(name):
    record = good(name)
    match = replay(record, 5)
    seat = match.to_act[0]
    record["moves"][5] = [seat, "stone" if name == "bali" else "return r"]
    with pytest.raises(BadRecord, match=r"^move 6: .* \(open: ") as fault:
        replay(record)
    assert match.open(seat)[0] in str(fault.value)


def test_a_move_of_the_wrong_seat_is_refused_with_its_number():
    record = good()
    record["moves"][2][0] = 1 - record["moves"][2][0]
    with pytest.raises(BadRecord, match=r"^move 3: "):
        replay(record)


def test_an_unreadable_move_is_refused_with_its_number():
    record = good()
    record["moves"][0][1] = "hello"
    with pytest.raises(BadRecord, match=r"^move 1: 'hello'"):
        replay(record)


@pytest.mark.parametrize("entry", [None, [], [0], [0, "pass", 1], ["0", "pass"], [True, "pass"], [0, None], "pass", {}])
def test_a_move_that_is_no_pair_is_refused_with_its_number(entry):
    record = good()
    record["moves"][3] = entry
    with pytest.raises(BadRecord, match=r"^move 4 is not a pair"):
        replay(record)


def test_a_move_after_the_end_is_refused():
    record = good()
    record["moves"].append([0, "pass"])
    with pytest.raises(BadRecord, match=f"move {len(record['moves'])}: the game is over"):
        replay(record)


@pytest.mark.parametrize("change", [{"points": [0, 0]}, {"winners": []}, {"winners": [0, 1]}, {"extra": 1}])
def test_a_wrong_result_is_refused_with_the_right_one(change):
    record = good()
    true = record["result"]
    record["result"] = true | change
    with pytest.raises(BadRecord, match="wrong result") as fault:
        replay(record)
    assert json.dumps(true) in str(fault.value)


def test_a_result_of_a_game_that_is_not_over_is_refused():
    record = good()
    record["moves"] = record["moves"][:-3]
    with pytest.raises(BadRecord, match="not over"):
        replay(record)


def test_a_finished_game_needs_its_result():
    with pytest.raises(BadRecord, match="wrong result null"):
        replay(good() | {"result": None})


def test_other_keys_are_kept_and_mean_nothing():
    record = good() | {"names": ["Ada", "Bö"], "times": {"began": 1}, "bots": [None, "expert"]}
    assert replay(record).record() == record


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"{", r":1: not JSON"),
        (b'{"format":\n', r":1: not JSON"),
        (b"nonsense\n", r":1: not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "not JSON"),
        (b"1" * 5000, "not JSON"),
        (b'{"a": ' + b"1" * 5000 + b"}", "not JSON"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(tmp_path, content, complaint):
    file = tmp_path / "broken.jsonl"
    file.write_bytes(content)
    with pytest.raises(BadRecord, match=complaint) as fault:
        list(read(file))
    assert str(file) in str(fault.value) and "\n" not in str(fault.value)


def test_a_broken_line_among_good_ones_is_named(tmp_path):
    file = tmp_path / "games.jsonl"
    line = json.dumps(good())
    file.write_text(f"{line}\n\n{line}\n{line[:-5]}\n{line}\n")
    records = read(file)
    assert [next(records)[0], next(records)[0]] == [1, 3]
    with pytest.raises(BadRecord, match=r"games.jsonl:4: not JSON"):
        next(records)


def test_one_record_may_be_written_over_many_lines(tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(good(), indent=1))
    assert pasar.load(str(file)).record() == good()


@pytest.mark.parametrize("path", ["missing.jsonl", ".", "no/such/folder/x.jsonl", "a\0b"])
def test_a_file_that_cannot_be_read_is_named(tmp_path, path):
    with pytest.raises(BadRecord) as fault:
        read_one(tmp_path / path)
    assert "\n" not in str(fault.value)


def test_a_file_of_two_games_is_not_one_match(tmp_path):
    file = tmp_path / "two.jsonl"
    write(file, [good(), good("basari")])
    with pytest.raises(BadRecord, match="holds 2 records"):
        pasar.load(str(file))
    file.write_text("")
    with pytest.raises(BadRecord, match="holds 0 records"):
        pasar.load(str(file))


def test_a_file_appears_whole_or_not_at_all(tmp_path):
    file = tmp_path / "games.jsonl"
    write(file, [good()])
    before = file.read_bytes()

    def failing():
        yield good()
        raise PasarError("stop")

    with pytest.raises(PasarError, match="stop"):
        write(file, failing())
    assert file.read_bytes() == before


def test_a_name_that_is_no_proper_text_is_kept(tmp_path):
    """JSON allows half a letter (a lone surrogate); a file does not, unless it is written as its number."""
    record = good() | {"names": ["\ud800", "B"]}
    write(tmp_path / "odd.jsonl", [replay(record).record()])
    assert read_one(tmp_path / "odd.jsonl").record() == record
