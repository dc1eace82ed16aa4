"""What reaches somebody who looks elsewhere: a turn, a table of their own; and what leads on from the table."""

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import expect

from .people import Person
from .playing import make_a_move, play
from .test_together import begun
from .words import said

People = Callable[..., Person]
# Every notice is really made; its words are kept, for no test can look at the screen of the device. A driven browser
# takes each of its tabs for one that is looked at: looking away has to be said.
KEEP_NOTICES = """(() => {
  let hidden = false;
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  window.lookAway = () => { hidden = true; document.dispatchEvent(new Event('visibilitychange')); };
  const Real = window.Notification;
  window.notices = [];
  window.focused = 0;
  const focus = window.focus.bind(window);
  window.focus = () => { window.focused++; focus(); };
  window.Notification = class extends Real {
    constructor(title, options) {
      super(title, options);
      window.notices.push({ title, body: this.body, tag: this.tag, notice: this });
      this.addEventListener('close', () => { this.gone = true; });
    }
  };
})()"""
TOLD = "() => window.notices.map(({ title, body, tag }) => ({ title, body, tag }))"


def test_a_notice_calls_back_to_the_table(notified: People) -> None:
    first, second = (notified(permissions=("notifications",), notify=True) for _ in range(2))
    for each in (first, second):
        each.context.add_init_script(KEEP_NOTICES)
    table, key = begun([first, second], "bali")
    for each in (first, second):
        each.enter(table, key)
    acting, away = (first, second) if first.heard.my_turn else (second, first)
    away.page.evaluate("window.lookAway()")
    play([acting], lambda: away.heard.my_turn)
    away.wait(lambda: away.page.evaluate(TOLD), "a notice")
    (told,) = away.page.evaluate(TOLD)
    assert re.match(said("table.title_your_turn"), told["title"]) and told["tag"] == f"pasar-{table}"
    assert away.heard.play is not None
    assert told["body"] == away.ask("/api/games/bali/words/en")["phases"][away.heard.play["view"]["phase"]]
    away.page.evaluate("window.notices[0].notice.dispatchEvent(new Event('click'))")
    assert away.page.evaluate("window.focused") == 1
    assert f"/table/{table}" in away.page.url


def test_nobody_is_called_who_is_looking_or_does_not_wish_it(notified: People) -> None:
    looking, unwilling = notified(permissions=("notifications",), notify=True), notified(permissions=("notifications",))
    for each in (looking, unwilling):
        each.context.add_init_script(KEEP_NOTICES)
    table, key = begun([looking, unwilling], "bali")
    for each in (looking, unwilling):
        each.enter(table, key)
    unwilling.page.evaluate("window.lookAway()")
    for each in (looking, unwilling, looking):
        while not each.heard.my_turn:
            (unwilling if each is looking else looking).move_without_page(table, key)
            each.page.wait_for_timeout(15)
    assert looking.page.evaluate(TOLD) == unwilling.page.evaluate(TOLD) == []


def test_my_tables_are_alive_in_another_window(person: Person) -> None:
    person.arrive().go("/tables")
    expect(person.page.get_by_text(said("home.no_tables"))).to_be_visible()
    table = person.open_table("bali", 2, bots=None)
    expect(person.page.get_by_role("heading", name=said("home.group_lobby"))).to_be_visible()
    person.command(table, "bot", seat=1, level="greedy")
    person.command(table, "start")
    expect(person.page.get_by_role("heading", name=said("home.group_lobby"))).to_have_count(0)
    person.play_without_page(table, lambda told: bool(told["play"]["menu"]))
    expect(person.page.get_by_role("heading", name=said("home.group_yours"))).to_be_visible()


def test_a_line_of_the_story_leads_to_its_rule(person: Person) -> None:
    person.enter(person.open_table("bali", 2))
    make_a_move(person, Random(1))
    rule = str(person.page.locator("ol li p a[href*='#']").last.get_attribute("href")).partition("#")[2]
    with person.context.expect_page() as opened:  # by the rule: meanwhile the bots may have added lines of others
        person.page.locator(f"ol li p a[href$='#{rule}']").last.click()
    rules = opened.value
    expect(rules.locator(f'[id="{rule}"]')).to_be_in_viewport()
    assert rules.url.endswith(f"/rules/bali#{rule}")


def test_a_rematch_against_bots_begins_at_once(person: Person) -> None:
    table = person.open_table("bali", 2)
    person.play_without_page(table, lambda told: False)
    person.enter(table)
    person.page.get_by_role("dialog").get_by_role("button", name=said("table.rematch")).click()
    person.wait(lambda: person.heard.table["id"] != table and person.heard.stage == "playing", "the next game")
    assert person.heard.table["seats"][1]["bot"] == "greedy"
    assert person.heard.table["id"] in person.page.url
