"""Games that were recorded once are replayed in every run: what the rules did then, they still do."""

import json
from pathlib import Path

import pytest

from pasar.errors import BadRecord
from pasar.games import games
from pasar.match.record import read, replay

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_recorded_games_replay_to_their_results(file):
    for line, record in read(file):
        match = replay(record)
        assert match.record() == record, line
        assert match.over == (record["result"] is not None)
        assert [sum(parts.values()) for parts in match.breakdown] == match.points


def test_the_records_are_enough(kinds):
    """All games, several of each kind; unfinished ones, one without a move, one with a proof, other decks."""
    records = [record for file in FILES for _, record in read(file)]
    assert len(records) >= 60
    assert {record["game"] for record in records} == set(games())
    for game in games():
        own = [record for record in records if record["game"] == game]
        assert any(record["result"] is None and record["moves"] for record in own)
        assert any(record["moves"] == [] for record in own)
        assert any("fair" in record for record in own)
    of_a_kind = [json.dumps([record["game"], record["rules"]]) for record in records]
    for kind in kinds:
        assert of_a_kind.count(json.dumps([kind.game.name, kind.game.written(kind.rules)])) >= 5


def test_a_record_that_was_changed_does_not_replay():
    """Another point, and the replay notices."""
    for file in FILES:
        record = next(record for _, record in read(file) if record["result"])
        record["result"]["points"][0] += 1
        with pytest.raises(BadRecord, match="wrong result"):
            replay(record)
