"""Pages for who keeps the server, and for people about what is kept of them."""

import json
from collections.abc import Callable
from pathlib import Path

from .house import ADMIN_TOKEN, IMPRINT
from .looks import check_looks
from .people import PHONE, Person


def test_the_keeper_works_by_keyboard(people: Callable[..., Person]) -> None:
    guest = people().arrive("Vilma")
    table = guest.ask("/api/tables", {"game": "bali", "players": 2, "public": True})["id"]
    keeper = people().go("/admin")
    page = keeper.page
    keeper.expects("401")
    page.get_by_label("Token").fill("a wrong one")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("not the token").wait_for()
    page.get_by_label("Token").fill(ADMIN_TOKEN)
    page.keyboard.press("Enter")
    line = page.get_by_role("listitem").filter(has_text=table)
    line.get_by_role("button", name="Hide: Vilma").press("Enter")
    line.get_by_text("hidden from the lobby").wait_for()
    line.get_by_role("button", name="Close: Vilma").press("Enter")
    check_looks(keeper, "asked whether to close")
    page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).first.wait_for()
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0
    page.get_by_label("People", exact=True).check(force=True)
    page.get_by_label("Name or number").fill("vilm")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Block: Vilma").press("Enter")
    page.get_by_role("button", name="Let in again: Vilma").wait_for()
    guest.ask("/api/me", status=403)
    page.get_by_role("button", name="Let in again: Vilma").press("Enter")
    page.get_by_role("button", name="Block: Vilma").wait_for()
    page.get_by_label("Log", exact=True).check(force=True)
    page.get_by_text("Person let in again").first.wait_for()
    check_looks(keeper, "the log")


def test_somebody_takes_their_data_along_and_is_forgotten(people: Callable[..., Person], tmp_path: Path) -> None:
    person = people(size=PHONE, touch=True).arrive("Zaphodine").go("/me")
    page = person.page
    with page.expect_download() as download:
        page.get_by_role("button", name="Download it").click()
    download.value.save_as(tmp_path / "me.json")
    assert json.loads((tmp_path / "me.json").read_text())["person"]["name"] == "Zaphodine"
    page.get_by_role("button", name="Delete it").click()
    person.expects("409")
    page.get_by_label("To confirm it").fill("Zaphod")
    page.get_by_role("button", name="Delete it for good").click()
    page.get_by_role("alert").get_by_text("not your name").wait_for()
    page.get_by_label("To confirm it").fill("Zaphodine")
    page.get_by_role("button", name="Delete it for good").click()
    page.wait_for_url(person.url + "/")
    assert person.ask("/api/me")["name"] != "Zaphodine"


def test_the_footer_leads_to_who_is_responsible(person: Person) -> None:
    page = person.arrive().go("/").page
    assert page.get_by_role("contentinfo").get_by_role("link", name="Imprint").get_attribute("href") == IMPRINT
    page.get_by_role("contentinfo").get_by_role("link", name="Privacy").click()
    page.get_by_text("Until 400 days after your last visit").wait_for()
