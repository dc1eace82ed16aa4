"""Tables speak all three languages, and nothing shows the name of a text instead of the text."""

import re
from collections.abc import Callable

import pytest

from .people import Person
from .words import texts

AREAS = sorted({key.split(".")[0] for key in texts("en")})
KEY = re.compile(rf"\b({'|'.join(AREAS)})\.[a-z]+(_[a-z0-9]+)*\b")


def spoken(person: Person, language: str) -> str:
    """Everything that can be read or heard on the page, once it speaks the language."""
    person.wait(
        lambda: person.page.evaluate("document.documentElement.lang") == language, f"the page to speak {language}"
    )
    person.page.wait_for_timeout(60)
    return str(
        person.page.evaluate("""() => {
      const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')];
      const kinds = ['aria-label', 'title', 'placeholder', 'alt'];
      const names = named.flatMap((node) => kinds.map((each) => node.getAttribute(each) ?? ''));
      return [document.title, document.body.innerText, ...names].join('\\n');
    }""")
    )


def choose(person: Person, language: str) -> None:
    picker = person.page.locator("select:has(option[value=de]):has(option[value=fr])").first
    picker.wait_for(state="attached")
    if not picker.is_visible():
        person.page.get_by_role("button", expanded=False).first.click()
    picker.select_option(language)


def check_languages(person: Person) -> None:
    """The page that is open changes its language, and is not loaded again."""
    person.page.evaluate("window.same = true")
    heard = {"en": spoken(person, "en")}
    for language in ("de", "fr"):
        choose(person, language)
        heard[language] = spoken(person, language)
    assert person.page.evaluate("window.same")
    assert len(set(heard.values())) == 3
    for language, text in heard.items():
        assert not (found := KEY.search(text)), f"{language}: {found and found[0]}"


@pytest.mark.parametrize("what", [("bali", 2), ("basari", 3)], ids=str)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_table_speaks_it_too(people: Callable[..., Person], what: tuple[str, int], language: str) -> None:
    person = people(language=language)
    person.enter(person.open_table(*what))
    person.page.locator("[data-move]").first.wait_for()
    text = spoken(person, language)
    assert not (found := KEY.search(text)), found and found[0]
    for english in ("Your turn", "Take ", "Choose "):
        assert english not in text


@pytest.mark.parametrize(("language", "letters"), [("en", "YG"), ("de", "GeGr"), ("fr", "JV")])
def test_the_letters_on_gems_are_those_of_the_language(
    people: Callable[..., Person], language: str, letters: str
) -> None:
    person = people(language=language)
    person.go("/rules/basari")
    person.page.locator("#art-basari-gem_y").wait_for(state="attached")
    drawn = (
        "all => all.filter(each => getComputedStyle(each).display !== 'none').map(each => each.getAttribute('display'))"
    )
    for gem in "yg":
        assert person.page.locator(f"#art-basari-gem_{gem} [display]").evaluate_all(drawn) == [
            f"var(--gem-{language}, {'inline' if language == 'en' else 'none'})"
        ]
    rows = " ".join(person.page.locator("tr:has([href*=gem_y]), tr:has([href*=gem_g])").all_inner_texts())
    assert "".join(re.findall(r", (\w+)", rows)) == letters
