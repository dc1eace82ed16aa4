"""The site as an app: it can be installed, and a newer version does not break a game in progress."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import make_site
import pytest
from playwright.sync_api import Browser, expect

from .hosts import UNDER, Built, Host
from .house import ROOT
from .people import Person, arriving
from .playing import OPEN, by_mouse
from .test_without_server import begin, kept, play_on
from .words import said

READY = "navigator.serviceWorker.ready.then(() => null)"
LOOK_FOR_A_NEWER_ONE = "navigator.serviceWorker.getRegistration().then((kept) => kept.update()).then(() => null)"
HAS_TAKEN_OVER = "(url) => navigator.serviceWorker.getRegistration(url).then((kept) => kept.waiting === null)"
WITHOUT_THE_WORKER = """() => {
  const all = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
  return all.filter((each) => each.workerFinalSourceType === 'cache').map((each) => each.name);
}"""
TEXTS = (".js", ".css", ".html", ".json")
ICONS = {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")}


class Switched:
    """A host whose site is replaced while people are there."""

    def __init__(self, folder: Path, first: Path) -> None:
        self._place = folder / UNDER
        self._place.parent.mkdir(parents=True)
        self._place.symlink_to(first)
        self.host = Host(folder)

    def to(self, other: Path) -> None:
        self._place.unlink()
        self._place.symlink_to(other)


def built_anew(site: Path, folder: Path) -> Path:
    """What another build of changed sources leaves: all assets have other names, and the page is another one."""
    shutil.copytree(site, folder)
    names = [path.name for path in (folder / "assets").iterdir()]
    renamed = {name: re.sub(r"-([\w-]{8})\.", lambda hash: f"-{hash[1][::-1]}.", name) for name in names}
    for path in [path for path in folder.rglob("*") if path.suffix in TEXTS]:
        text = path.read_text(encoding="utf-8")
        for old, new in renamed.items():
            text = text.replace(old, new)
        path.write_text(text.replace("<title>", '<meta name="build" content="another"><title>'), encoding="utf-8")
    for old, new in renamed.items():
        (folder / "assets" / old).rename(folder / "assets" / new)
    shutil.copy(ROOT / "web" / "public" / "sw.js", folder)
    make_site._fill_worker(folder)
    return folder


@pytest.fixture(scope="module")
def builds(built: Built, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    first = built.site / UNDER
    return first, built_anew(first, tmp_path_factory.mktemp("anew") / "site")


@pytest.fixture
def place(builds: tuple[Path, Path], tmp_path: Path) -> Iterator[Switched]:
    place = Switched(tmp_path, builds[0])
    with place.host:
        yield place


@pytest.fixture
def visitor(chromium: Browser, place: Switched) -> Iterator[Person]:
    with arriving(chromium, place.host.url) as arrives:
        yield arrives()


def version(person: Person) -> str:
    return person.page.evaluate("document.querySelector('meta[name=build]')?.content ?? 'first'")


def test_a_newer_version_waits_until_the_game_has_left_the_screen(
    visitor: Person, place: Switched, builds: tuple[Path, Path]
) -> None:
    visitor.go(place.host.url)
    visitor.page.evaluate(READY)
    visitor.page.reload()
    begin(visitor, "bali", "learner")
    place.to(builds[1])
    visitor.page.evaluate(LOOK_FOR_A_NEWER_ONE)
    expect(visitor.page.get_by_text(said("local.new_version"))).to_be_visible()
    play_on(visitor, lambda table: len(table["moves"]) >= 3)
    before = kept(visitor)
    visitor.page.evaluate("history.pushState(null, '', '?/rules/bali'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(visitor.page.locator("h1")).to_be_visible()  # a part of the old version that it had not loaded yet
    table = f"{place.host.url}?/table/{before['id']}"
    visitor.go(table)
    visitor.page.locator(OPEN).locator("visible=true").first.wait_for()
    assert version(visitor) == "first" and kept(visitor)["moves"][: len(before["moves"])] == before["moves"]
    visitor.expects("favicon.ico")
    visitor.page.goto(place.host.url.removesuffix(f"{UNDER}/"))  # the last page of the old version is closed
    visitor.wait(lambda: visitor.page.evaluate(HAS_TAKEN_OVER, place.host.url), "the newer version")
    visitor.go(table)
    assert version(visitor) == "another"
    visitor.page.locator(OPEN).locator("visible=true").first.wait_for()
    moves = len(kept(visitor)["moves"])
    by_mouse(visitor, visitor.chance)
    visitor.wait(lambda: len(kept(visitor)["moves"]) > moves, "the game goes on")


def test_what_is_kept_comes_without_waiting_for_the_worker(visitor: Person, place: Switched) -> None:
    visitor.go(place.host.url)
    visitor.page.evaluate(READY)
    place.host.stop()
    visitor.page.reload()
    begin(visitor, "bali", "learner")
    taken = {name.removeprefix(place.host.url).split("-")[0] for name in visitor.page.evaluate(WITHOUT_THE_WORKER)}
    assert {"", "assets/app", "assets/table", "games/bali.wasm"} <= taken


def test_browsers_find_nothing_that_keeps_it_from_being_installed(visitor: Person, place: Switched) -> None:
    visitor.go(f"{place.host.url}?/nowhere")
    visitor.page.evaluate(READY)
    browser = visitor.context.new_cdp_session(visitor.page)
    found = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in found] in ([], ["in-incognito"])  # as all windows of tests are
    told = browser.send("Page.getAppManifest")
    manifest = json.loads(told["data"])
    assert told["errors"] == [] and told["url"] == f"{place.host.url}manifest.webmanifest"
    assert {"name", "short_name", "start_url", "display", "icons", "theme_color", "background_color"} <= set(manifest)
    assert manifest["display"] == "standalone"
    assert {(icon["purpose"], icon["sizes"]) for icon in manifest["icons"]} >= ICONS
    for icon in manifest["icons"]:
        assert visitor.context.request.get(place.host.url + icon["src"]).ok
    start = visitor.context.request.get(place.host.url + manifest["start_url"])
    assert start.ok and "pasar-games" in start.text()
