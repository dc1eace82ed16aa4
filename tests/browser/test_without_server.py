"""The site of `make site`, in a folder of a static host, with the network gone: whole games, a reload in between."""

import gzip
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from pasar.lab.bot_match import play_match
from pasar.match.match import Match
from pasar.match.record import replay

from .hosts import UNDER, Built, Host
from .looks import STICKING_OUT, axe_violations
from .people import PHONE, Person, arriving
from .playing import OPEN, Player, by_keyboard, by_mouse, offered
from .test_size import MISSING
from .words import said

LEVEL = os.environ.get("PASAR_SITE_LEVEL", "club")  # as strong as it gets, which takes minutes: champion
PATIENCE = 60.0  # seconds: bots think as long as they like
LATER = re.compile(r"assets/(offline|worker|Bubbles|Dialogs|Course|Sign|Petals)-|sw\.js")  # not for a first move
MOST, MOST_WASM = 300_000, 150_000  # bytes as they travel: code, kernel and nets of one game's table
KEPT = """async () => {
  const opening = indexedDB.open('pasar');
  await new Promise((done) => { opening.onsuccess = done; });
  const asked = opening.result.transaction('tables').objectStore('tables').getAll();
  await new Promise((done) => { asked.onsuccess = done; });
  opening.result.close();
  return asked.result.sort((one, other) => other.made_at - one.made_at)[0] ?? null;
}"""


@pytest.fixture
def host(built: Built) -> Iterator[Host]:
    with Host(built.site) as running:
        yield running


@pytest.fixture
def visitor(chromium: Browser, host: Host) -> Iterator[Callable[..., Person]]:
    with arriving(chromium, host.url) as arrives:
        yield arrives


def kept(person: Person) -> dict[str, Any]:
    table: dict[str, Any] = person.page.evaluate(KEPT)
    return table


def without_network(person: Person, host: Host) -> None:
    """From the second visit on the site needs nobody."""
    person.go(host.url)
    person.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    host.stop()
    person.context.set_offline(True)
    person.go(host.url)


def begin(person: Person, game: str, level: str) -> None:
    person.page.evaluate(
        "([game, level]) => { const kept = JSON.parse(localStorage.getItem('pasar'));"
        " localStorage.setItem('pasar', JSON.stringify({ ...kept, last: { ...kept.last, game, level } })); }",
        [game, level],
    )
    person.page.reload()
    person.page.locator("form button.main, button.main").locator("visible=true").first.click()
    person.page.locator(OPEN).locator("visible=true").first.wait_for(timeout=PATIENCE * 1000)


def play_on(person: Person, until: Callable[[dict[str, Any]], bool], how: Player = by_mouse) -> None:
    chance = Random(3)
    while not until(kept(person)):
        person.wait(lambda: offered(person) or kept(person)["stage"] == "over", "a move to make", PATIENCE)
        if kept(person)["stage"] != "over":
            how(person, chance)


@pytest.mark.parametrize(("name", "how"), [("bali", by_keyboard), ("basari", by_mouse)], ids=["bali", "basari"])
def test_a_whole_game_without_a_network_and_a_record_that_holds(
    visitor: Callable[..., Person], host: Host, name: str, how: Player
) -> None:
    person = visitor()
    without_network(person, host)
    begin(person, name, LEVEL)
    play_on(person, lambda table: len(table["moves"]) >= 6, how)
    before = kept(person)["moves"]
    person.page.reload()
    person.page.locator(OPEN).locator("visible=true").first.wait_for(timeout=PATIENCE * 1000)
    assert kept(person)["moves"][: len(before)] == before
    play_on(person, lambda table: table["stage"] == "over", how)
    coach = person.page.get_by_role("region", name=said("coach.title"))
    coach.get_by_role("link", name=said("coach.see")).wait_for(timeout=PATIENCE * 1000)
    with person.page.expect_download() as saving:
        person.page.get_by_role("button", name="Download the record").click()
    record = json.loads(Path(saving.value.path()).read_text(encoding="utf-8"))
    match = replay(record)
    assert match.over and record["fair"]["secret"] and record["bots"].count(LEVEL) == len(record["bots"]) - 1
    play_on_from_a_moment(person, host, len(before))


def play_on_from_a_moment(person: Person, host: Host, move: int) -> None:
    """Your games lead to the replay, and its moments to another end: the deal stays with the game that it was of."""
    finished = kept(person)["id"]
    person.go(f"{host.url}?/games")
    person.page.locator(f"section li a[href*='{finished}']").first.click()
    person.page.get_by_role("button", name="Result").wait_for(timeout=PATIENCE * 1000)
    person.go(f"{host.url}?/replay/{finished}&eyes=0&move={move}")
    person.page.get_by_role("button", name="Play on from here").click()
    person.page.locator(OPEN).locator("visible=true").first.wait_for(timeout=PATIENCE * 1000)
    other = kept(person)
    assert (
        other["id"] != finished and other["position_of"] and [seat["mine"] for seat in other["seats"]].count(True) == 1
    )
    play_on(person, lambda table: len([made for made in table["moves"] if made[2] == "person"]) >= 2)


def test_hints_looks_ahead_and_the_way_back_need_no_server_either(visitor: Callable[..., Person], host: Host) -> None:
    person = visitor()
    without_network(person, host)
    begin(person, "bali", "learner")
    play_on(person, lambda table: len([move for move in table["moves"] if move[2] == "person"]) == 1)
    person.wait(lambda: offered(person), "the next move")
    made = kept(person)["moves"]
    person.page.get_by_role("button", name="Hint").first.click()
    person.page.get_by_role("region", name="Hint").wait_for(timeout=PATIENCE * 1000)
    person.page.get_by_role("button", name="Take back").first.click()
    person.wait(lambda: len(kept(person)["moves"]) < len(made), "the last decision was taken back")


def test_a_record_without_a_proof_is_replayed_and_played_on(
    visitor: Callable[..., Person], host: Host, tmp_path: Path
) -> None:
    person, file, match = visitor(), tmp_path / "record.json", Match.new("bali", players=2, seed=1)
    play_match(match, ["easy", "easy"], range(2))
    file.write_text(json.dumps(match.record()), encoding="utf-8")
    without_network(person, host)
    person.go(f"{host.url}?/watch")
    person.page.locator("input[type=file]").set_input_files(file)
    person.page.get_by_role("button", name="Result").wait_for(timeout=PATIENCE * 1000)
    brought = kept(person)["id"]
    with person.page.expect_download() as saving:
        person.page.get_by_role("button", name=said("replay.download"), exact=True).click()
    record = json.loads(Path(saving.value.path()).read_text(encoding="utf-8"))
    assert "fair" not in record and replay(record).moves == match.moves
    person.go(f"{host.url}?/replay/{brought}&eyes=0&move=6")
    person.page.get_by_role("button", name="Play on from here").click()
    person.page.locator(OPEN).locator("visible=true").first.wait_for(timeout=PATIENCE * 1000)
    assert kept(person)["position_of"]


@pytest.mark.parametrize(("part", "value"), [("setup", {}), ("moves", [[0, "pass"]]), ("result", None)])
def test_a_record_that_does_not_hold_is_refused_without_a_server(
    visitor: Callable[..., Person], host: Host, tmp_path: Path, part: str, value: Any
) -> None:
    person, file, match = visitor(), tmp_path / "record.json", Match.new("bali", players=2, seed=1)
    play_match(match, ["easy", "easy"], range(2))
    file.write_text(json.dumps(match.record() | {part: value}), encoding="utf-8")
    person.go(f"{host.url}?/watch")
    person.page.locator("input[type=file]").set_input_files(file)
    expect(person.page.get_by_text(re.compile("It was checked move by move and does not hold"))).to_be_visible()


@pytest.mark.parametrize(("name", "language"), [("bali", "de"), ("basari", "en")])
def test_the_page_names_all_that_a_first_game_needs(
    visitor: Callable[..., Person], host: Host, built: Built, name: str, language: str
) -> None:
    """What is only found out by running what came before costs a slow network one more way there and back."""
    page = (built.site / UNDER / "index.html").read_text(encoding="utf-8")
    named = {
        href
        for when, href in re.findall(
            r'<(?:link|script)(?! disabled)(?: data-when="(\w+)")?[^>]* (?:href|src)="\./([^"]+)"', page
        )
        if when in ("", language, name)
    }
    wish = {"game": name, "against": "bots", "level": "first", "players": {}, "switches": {}, "table": {}}
    person = visitor(locale=language, last=wish)
    held = press_play_before_the_page_is_here(person, host)
    held.continue_()
    person.page.locator(OPEN).locator("visible=true").first.wait_for(timeout=PATIENCE * 1000)
    loaded = {answer.url.removeprefix(host.url) for answer in person.answers}
    needed = {each for each in loaded if each.endswith((".js", ".css", ".wasm", ".json")) and not LATER.search(each)}
    assert f"games/{name}.wasm" in needed and needed <= named, needed - named
    bots = {
        f"games/{name}.nets.bin",
        *(f"assets/{each.name}" for each in (built.site / UNDER / "assets").glob("worker-*.js")),
    }
    sizes = weights(built, needed | bots | {"index.html"})
    assert sum(sizes.values()) <= MOST, sizes
    assert sum(size for each, size in sizes.items() if each.endswith(".wasm")) <= MOST_WASM, sizes


def press_play_before_the_page_is_here(
    person: Person, host: Host, words: str | re.Pattern[str] = re.compile(".")
) -> Route:
    """The front page's script, which has not come yet."""
    held = held_back(person, "**/assets/app-*.js")
    person.page.goto(host.url, wait_until="commit")
    person.page.get_by_role("button", name=words).click()
    person.wait(lambda: held, "the page asks for its scripts")
    return held[0]


def held_back(person: Person, files: str) -> list[Route]:
    """What is asked of these files, and not answered."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.page.route(files, hold)
    return held


def weights(built: Built, files: set[str]) -> dict[str, int]:
    """As a static host sends them."""
    return {each: len(gzip.compress((built.site / UNDER / each).read_bytes())) for each in files}


@pytest.mark.parametrize("name", ["bali", "basari"])
def test_a_move_waits_for_no_drawing(visitor: Callable[..., Person], host: Host, name: str) -> None:
    wish = {"game": name, "against": "bots", "level": "first", "players": {}, "switches": {}, "table": {}}
    person = visitor(last=wish)
    held = held_back(person, "**/assets/art-*.js")
    person.page.goto(host.url, wait_until="commit")
    person.page.get_by_role("button", name=name, exact=False).first.click()
    person.page.locator(OPEN).locator("visible=true").first.wait_for(timeout=PATIENCE * 1000)
    assert held and person.page.evaluate(MISSING) != []
    for route in held:
        route.continue_()
    person.wait(lambda: person.page.evaluate(MISSING) == [], "all drawings")


@pytest.mark.parametrize(("language", "words"), [("de", "Basari spielen"), ("fr", "Jouer à Basari")])
def test_whoever_presses_play_before_the_page_is_here_is_led_to_a_table(
    visitor: Callable[..., Person], host: Host, language: str, words: str
) -> None:
    wish = {"game": "basari", "against": "bots", "level": "first", "players": {}, "switches": {}, "table": {}}
    person = visitor(locale=language, last=wish)
    held = press_play_before_the_page_is_here(person, host, words)
    expect(person.page.locator("button[aria-disabled=true]")).to_be_visible()
    held.continue_()
    person.page.locator(OPEN).locator("visible=true").first.wait_for(timeout=PATIENCE * 1000)
    assert kept(person)["options"]["game"] == "basari"
    person.page.go_back()
    person.page.get_by_role("button", name=words).wait_for()


def test_nobody_presses_play_in_vain_while_the_front_page_is_on_its_way(
    visitor: Callable[..., Person], host: Host
) -> None:
    wish = {"game": "bali", "against": "bots", "level": "first", "players": {}, "switches": {}, "table": {}}
    person = visitor(last=wish)
    held = held_back(person, "**/assets/home-*.js")
    person.page.goto(host.url, wait_until="commit")
    person.wait(lambda: held, "its scripts ask for the front page")
    person.page.wait_for_timeout(300)  # they wait for nothing else by then
    person.page.get_by_role("button", name="Play Bali").click()
    held[0].continue_()
    person.page.locator(OPEN).locator("visible=true").first.wait_for(timeout=PATIENCE * 1000)
    assert kept(person)["options"]["game"] == "bali"


def test_a_phone_finds_everything_in_a_folder(visitor: Callable[..., Person], host: Host) -> None:
    person = visitor(size=PHONE, touch=True)
    for page in ("rules", "rules/bali", "learn", "learn/bali", "tables", "watch", "games", "nowhere", ""):
        person.go(f"{host.url}?/{page}")
        assert person.page.evaluate(STICKING_OUT) == [], page
    assert axe_violations(person) == []
    begin(person, "basari", "learner")
    assert axe_violations(person) == [] and person.page.evaluate(STICKING_OUT) == []
