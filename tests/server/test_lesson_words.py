"""The words of a lesson are with its game's face in the client, and name numbers: both have to fit what it shows."""

import json
import re
from pathlib import Path

import pytest

from pasar.games.contract import Game
from pasar.server.http import lessons
from pasar.server.http.lessons import Lesson

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
POINTS_LEARNED, POINTS_OF_VARIANT = 5, 3


@pytest.fixture
def told(game: Game) -> Lesson:
    lesson = lessons.lesson(game.name)
    assert lesson is not None, f"{game.name} has no lesson"
    return lesson


@pytest.fixture(params=["en", "de", "fr"])
def words(game: Game, request: pytest.FixtureRequest) -> dict[str, str]:
    path = GAMES / game.name / "lesson" / f"{request.param}.json"
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def test_every_step_has_its_words_and_all_words_have_their_step(game: Game, words: dict[str, str]) -> None:
    told = {variant: lessons.lesson(game.name, variant) for variant in game.lessons}
    steps = [step.id for lesson in told.values() if lesson for step in lesson.steps]
    learned = [
        f"{variant}_{point}" if variant else str(point)
        for variant in told
        for point in range(1, (POINTS_OF_VARIANT if variant else POINTS_LEARNED) + 1)
    ]
    for kind, expected in (("title", steps), ("step", steps), ("point", learned)):
        start = f"lesson_{kind}_"
        assert [key.removeprefix(start) for key in words if key.startswith(start)] == expected


def test_a_lesson_leads_to_the_end_of_a_game_that_the_learner_wins(told: Lesson) -> None:
    result = told.steps[-1].frames[-1].play["result"]
    assert set(result["winners"]) == set(told.you["seats"])
    assert sum(step.expected is not None for step in told.steps) >= len(told.steps) / 3


def test_the_last_words_name_the_result(told: Lesson, words: dict[str, str]) -> None:
    step = told.steps[-1]
    named = re.findall(r"\d+", words[f"lesson_step_{step.id}"])
    assert set(map(str, step.frames[-1].play["result"]["points"])) <= set(named)
