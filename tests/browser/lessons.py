"""Goes through a lesson as somebody does who follows its guide."""

from .people import Person
from .playing import put_forward

TO_DO = '[data-lesson="guide"][data-expected], [data-lesson="next"], [data-lesson="done"]'


def next_step(person: Person) -> None:
    """Wait until the others have played, then do what the guide asks for, or read on."""
    page = person.page
    skip, guide = page.locator('[data-lesson="skip"]'), page.locator('[data-lesson="guide"]')
    person.wait(lambda: not skip.count() and page.locator(TO_DO).count(), "something to do")
    if not guide.count():
        return
    step, expected = guide.get_attribute("data-step"), guide.get_attribute("data-expected")
    if expected:
        control = page.locator(f'[data-move="{expected}"]').locator("visible=true").first
        if expected.startswith("bid ") and not control.count():
            put_forward(person, expected)
        control.click()
    else:
        page.locator('[data-lesson="next"]').click()
    person.wait(lambda: _goes_on(person, step), f"what follows step {step}")


def _goes_on(person: Person, step: str | None) -> bool:
    """Whether the lesson has gone on from a step, or the others are playing."""
    page = person.page
    guide = page.locator('[data-lesson="guide"]')
    if page.locator('[data-lesson="done"], [data-lesson="skip"]').count() or not guide.count():
        return True
    return guide.get_attribute("data-step") != step
