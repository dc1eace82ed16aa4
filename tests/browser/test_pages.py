"""Every page that is no table: readable from 360 px to 4K, by day and by lamp, in all languages, for everybody."""

from collections.abc import Callable, Iterator

import pytest

from .looks import check_looks
from .people import Person
from .test_languages import check_languages, choose

PAGES = (
    "/", "/tables", "/games", "/watch", "/me", "/learn", "/learn/bali/demon", "/learn/basari", "/rules", "/rules/bali",
    "/rules/basari", "/privacy", "/admin", "/nowhere",
)  # fmt: skip
LANGUAGES = {"en": "en-GB", "de": "de-DE", "fr": "fr-FR"}


@pytest.fixture
def person(reader: Person) -> Iterator[Person]:
    """Speaks English again afterwards."""
    yield reader
    choose(reader, "en")
    reader.wait(lambda: reader.ask("/api/me")["language"] == "en", "the server to know it")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_can_be_read_by_everybody(person: Person, path: str) -> None:
    person.expects("404.*nowhere")
    person.go(path)
    person.page.locator("h1").first.wait_for()
    assert person.page.locator("h1").count() == 1
    assert person.page.locator("main#content").count() == 1
    assert "Pasar" in person.page.title()
    check_looks(person, path)
    check_languages(person)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_newcomer_is_met_in_their_own_language(people: Callable[..., Person], language: str) -> None:
    person = people(locale=LANGUAGES[language])
    person.go("/")
    person.wait(
        lambda: person.page.evaluate("document.documentElement.lang") == language, f"the page to speak {language}"
    )
