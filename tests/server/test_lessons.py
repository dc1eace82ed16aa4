"""Lessons are real games: every move of the path is open when it is made, and the learner sees what a player would."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.tables import Server

from pasar.games import find
from pasar.games import games as all_games
from pasar.games.contract import Game
from pasar.server.http import lessons
from pasar.server.http.lessons import BadLesson, Lesson

ROOT = Path(__file__).parents[2]
SMALL: dict[str, Any] = {"seed": 7, "rules": {"players": 2}, "steps": [{"id": "play", "move": "play peanut"}]}


LESSONS = [(game.name, variant) for game in all_games().values() for variant in game.lessons]


@pytest.fixture(params=LESSONS, ids="-".join)
def told(request: pytest.FixtureRequest) -> Lesson:
    lesson = lessons.lesson(*request.param)
    assert lesson is not None
    return lesson


@pytest.fixture
def http(table_server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=table_server.url, trust_env=False, verify=False) as http:
        yield http


def changed(game: Game, monkeypatch: pytest.MonkeyPatch, **other: Any) -> Lesson | None:
    """The lesson that a file with these lines would be."""
    monkeypatch.setitem(vars(game), "lessons", {"": {**SMALL, **other}})
    return lessons.lesson(game.name)


def test_every_game_and_every_variant_of_bali_has_a_lesson() -> None:
    assert {("bali", ""), ("bali", "oracle"), ("bali", "demon"), ("basari", "")} <= set(LESSONS)


def test_every_step_has_a_name_of_its_own(told: Lesson) -> None:
    ids = [step.id for step in told.steps]
    assert len(set(ids)) == len(ids) >= 3


def test_the_learner_is_asked_for_every_expected_move(told: Lesson) -> None:
    seat = told.you["eyes"]
    for step in told.steps:
        play = step.frames[-1].play
        if step.expected is not None:
            assert seat in play["waiting"], step.id
            word = step.expected.split()[0]
            built = play["menu"]["build"] is not None and play["menu"]["build"]["word"] == word
            assert built or step.expected in play["menu"]["open"], step.id
            assert step.what_if.keys() == set(play["menu"]["open"])
            assert step.expected not in step.also and len(set(step.also)) == len(step.also)


def test_the_story_has_no_gaps_where_nothing_was_left_out(told: Lesson) -> None:
    numbers = []
    for step in told.steps:
        if step.jump:
            numbers = []
        for frame in step.frames:
            numbers += [told["move"] for told in frame.story]
            assert not numbers or frame.play["moves"] == numbers[-1]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True


def test_the_learner_sees_through_one_pair_of_eyes(told: Lesson) -> None:
    seat = told.you["eyes"]
    views = [frame.play["view"] for step in told.steps for frame in step.frames]
    assert {view["seat"] for view in views} == {seat} == set(told.you["seats"])
    assert told.table["stage"] == "playing" and told.table["seats"][seat]["bot"] is None


def test_it_ends_with_something_to_read(told: Lesson) -> None:
    assert told.steps[-1].expected is None


@pytest.mark.parametrize(("name", "variant"), LESSONS)
def test_a_lesson_is_answered_once_made_and_then_kept(http: httpx.Client, name: str, variant: str) -> None:
    told, address = lessons.lesson(name, variant), f"/api/games/{name}/lesson?variant={variant}"
    assert told is not None
    answer = http.get(address)
    assert answer.status_code == 200 and answer.json() == json.loads(told.model_dump_json())
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("application/json", "no-cache")
    assert answer.headers["content-encoding"] == "gzip"
    known = {"if-none-match": answer.headers["etag"]}
    assert http.get(address, headers=known).status_code == 304


def test_what_is_not_there_is_refused(http: httpx.Client) -> None:
    answer = http.get("/api/games/chess/lesson")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_game")


def test_a_game_may_have_no_lesson(http: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(find("bali")), "lessons", {})
    answer = http.get("/api/games/bali/lesson")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_lesson")


def test_a_variant_without_a_lesson_is_refused_and_those_with_one_are_named(http: httpx.Client) -> None:
    answer = http.get("/api/games/bali/lesson?variant=moon")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_lesson")
    assert answer.json()["error"]["message"] == "bali has no lesson of moon; there is one of oracle, demon"


# --- The format, with a small lesson of Bali --------------------------------------------------------------------------


@pytest.fixture
def bali() -> Game:
    return find("bali")


def test_a_step_shows_one_frame_for_each_move_that_led_to_it(bali: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [
        {"id": "play", "move": "play peanut"},
        {"id": "take", "move": "take 3", "others": [[1, "play rice"], [1, "take 1"]]},
        {"id": "read"},
        {"id": "read_more"},
    ]
    lesson = changed(bali, monkeypatch, steps=steps)
    assert lesson is not None
    assert [len(step.frames) for step in lesson.steps] == [1, 1, 3, 1]
    assert lesson.steps[-1].frames[0].story == [] and lesson.steps[-1].frames[0].play["moves"] == 4


def test_what_happens_meanwhile_is_not_shown(bali: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = [[0, "play peanut"], [0, "take 3"]]
    steps = [{"id": "watch", "meanwhile": gone, "others": [[1, "play rice"]]}, {"id": "then"}]
    lesson = changed(bali, monkeypatch, steps=steps)
    assert lesson is not None
    first, then = lesson.steps
    assert (first.jump, then.jump) == (True, False)
    assert [frame.story for frame in first.frames] == [[]] and first.frames[0].play["moves"] == 2
    assert then.frames[0].story[0]["seat"] == 1


def test_a_deal_can_be_other_than_its_seed(bali: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = {"hands": [["rice", "peanut", "pepper"], ["rice", "banana", "pepper"]]}
    lesson = changed(bali, monkeypatch, setup=hands)
    assert lesson is not None
    assert lesson.steps[0].frames[0].play["view"]["own"]["hand"] == {"rice": 1, "peanut": 1, "pepper": 1}


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"steps": [{"id": "buy", "move": "buy rice"}]}, "step buy: .*not open"),
        ({"steps": [{"id": "play", "move": "play peanut", "also": ["play rice"]}]}, "step play: .*not open"),
        ({"steps": [{"id": "read", "others": [[1, "play rice"]]}]}, "step read: .*nothing to decide"),
        ({"steps": [{"id": "read", "meanwhile": [[0, "dance"]]}]}, "step read: .*dance"),
        ({"setup": {"hands": []}}, "the deal: there are 0 hands"),
    ],
)
def test_a_path_that_the_rules_refuse_is_no_lesson(
    bali: Game, monkeypatch: pytest.MonkeyPatch, other: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadLesson, match=why):
        changed(bali, monkeypatch, **other)


def test_the_page_about_the_api_shows_it_as_it_is(bali: Game, page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fits = page("server", "test_api_page.py").fits
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    (example,) = (json.loads(block) for block in blocks if '"steps"' in block)
    lesson = changed(bali, monkeypatch)
    assert lesson is not None
    fits(example, json.loads(lesson.model_dump_json()))
