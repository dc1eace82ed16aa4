"""Positions to solve, as a seat sees them, and what a person has yet to repeat, kept for the person alone."""

import json
from typing import Any

import pytest
from support.databases import in_loop
from support.tables import Guest, Server, guests

from pasar.games import games
from pasar.games.contract import Game
from pasar.kernel.rng import generator
from pasar.match.match import Match
from pasar.match.record import replay
from pasar.server.base.refusals import Refused
from pasar.server.http.positions import Beginning, Exercise, beginnings, position, sheet

CARD = {"id": "00-3", "box": 1, "due": 5.0, "changed": 4.0, "exercise": {"best": "take 2"}}
SHEETS = [game for game in games().values() if game.positions is not None]


def beginning(match: Match, **other: Any) -> Beginning:
    record = match.record()
    given = {key: record[key] for key in ("game", "rules", "setup", "moves")} | {"seat": match.to_act[0]} | other
    return Beginning.model_validate(given)


def test_a_position_is_seen_by_its_seat_as_at_a_table() -> None:
    match = Match.new("bali", seed=3)
    for _ in range(7):
        match.play(match.open()[0], match.to_act[0])
    shown = position(beginning(match))
    assert shown.frame.play["menu"]["open"] == list(match.menu(match.to_act[0]).open)
    assert shown.frame.play["view"] == json.loads(json.dumps(match.sight(match.to_act[0])))


def test_what_is_hidden_does_not_reach_the_solver() -> None:
    match = Match.new("bali", seed=3)
    setup = match.setup()
    deck = [*reversed(setup["deck"])]
    assert deck != setup["deck"]
    assert position(beginning(match)) == position(beginning(match, setup={**setup, "deck": deck}))


def test_what_is_no_game_is_refused() -> None:
    match = Match.new("bali", seed=3)
    other = 1 - match.to_act[0]
    for wrong in (
        {"seat": other},
        {"moves": [(0, "fly")]},
        {"setup": {}},
        {"game": "chess"},
        {"rules": {"players": 9}},
    ):
        with pytest.raises(Refused) as refused:
            position(beginning(match, **wrong))
        assert refused.value.status < 500, wrong


@in_loop
async def test_practice_is_kept_for_the_person(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Eve") as (ann, eve):
        assert await ann.get("/api/me/practice") == {"cards": []}
        kept = {"cards": [CARD]}
        answer = await ann.http.put("/api/me/practice", json=kept)
        assert answer.status_code == 204
        assert await ann.get("/api/me/practice") == kept and await eve.get("/api/me/practice") == {"cards": []}
        assert (await ann.get("/api/me/data"))["practice"] == kept
        for wrong in ("x" * 9000, 2**70):
            cards = {"cards": [{**CARD, "exercise": {"x": wrong}}]}
            assert (await ann.refused("PUT", "/api/me/practice", cards))[1] == "bad_practice"
        assert (await ann.refused("PUT", "/api/me/practice", {"cards": [CARD] * 101}))[0] == 422


@in_loop
async def test_practice_is_for_who_comes_in_person(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        await ann.http.put("/api/me/practice", json={"cards": [CARD]})
        token = (await ann.post("/api/me/tokens", {"label": "bot"}))["token"]
        stranger, program = Guest(table_server.url), Guest(table_server.url, token)
        for who, refused in ((stranger, 401), (program, 403)):
            assert (await who.http.get("/api/me/practice")).status_code == refused
            assert (await who.http.put("/api/me/practice", json={"cards": []})).status_code == refused
            await who.leave()
        assert await ann.get("/api/me/practice") == {"cards": [CARD]}


@in_loop
async def test_a_sheet_is_there_for_every_game_even_if_it_is_empty(table_server: Server) -> None:
    async with guests(table_server, None) as (ann,):
        for name in games():
            sheet = await ann.get(f"/api/games/{name}/positions")
            assert sheet["game"] == name and isinstance(sheet["positions"], list)
        assert await ann.refused("GET", "/api/games/chess/positions") == (404, "no_such_game")
        assert await ann.refused("GET", "/api/games/chess/positions/0") == (404, "no_such_game")
        for number in (-1, 10**6):
            assert await ann.refused("GET", f"/api/games/bali/positions/{number}") == (404, "not_found")


@in_loop
async def test_a_position_of_the_sheet_is_answered_as_its_seat_sees_it(table_server: Server) -> None:
    async with guests(table_server, None) as (ann,):
        for game in SHEETS:
            told = await ann.get(f"/api/games/{game.name}/positions/3")
            assert told == position(beginnings(game)[3]).model_dump(mode="json")


@pytest.mark.parametrize("sheeted", SHEETS, ids=lambda game: game.name)
def test_what_is_hidden_is_in_nothing_that_a_sheet_sends(sheeted: Game) -> None:
    told = sheet(sheeted)
    assert {*Exercise.model_fields} == {"name", "seat", "theme", "difficulty", "best", "others"}
    assert len({each.name for each in told.positions}) == len(told.positions)
    for each, begun in zip(told.positions, beginnings(sheeted), strict=True):
        assert each.seat == begun.seat
        record = {"format": "pasar-record/1", **begun.model_dump(mode="json", exclude={"seat"})}
        state = replay(record, moves=len(begun.moves)).state
        other = sheeted.resampled(state, begun.seat, generator(1))
        own, changed = (sheeted.spoken.sights(one, (begun.seat,))[0] for one in (state, other))
        assert own == changed
        shown = position(begun).frame.play["view"]
        assert shown == {**shown, **json.loads(own)}


@pytest.mark.parametrize("sheeted", SHEETS, ids=lambda game: game.name)
def test_every_position_of_a_sheet_can_be_solved(sheeted: Game) -> None:
    game, sheet = sheeted, json.loads(sheeted.positions or b"{}")
    assert len(game.positions or b"") < 500_000
    assert [each["difficulty"] for each in sheet["positions"]] == sorted(
        each["difficulty"] for each in sheet["positions"]
    )
    for number, each in enumerate(sheet["positions"]):
        record = {"format": "pasar-record/1", "game": game.name, **sheet["records"][each["record"]]}
        match = replay(record, moves=each["moves"])
        open_moves = match.menu(each["seat"]).open
        assert each["seat"] in match.to_act and each["best"] in open_moves, number
        # More than 5 when it was found, and written with one digit after the point.
        assert each["surely"] >= 5 and all(other["lost"] >= each["surely"] for other in each["others"].values())
        assert each["theme"] == game.state.PHASES[int(match.state["phase"][0])]
