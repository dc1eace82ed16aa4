"""One server and one browser for all of these tests; a fresh window with a fresh cookie for everybody in them."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from support.once import made_once
from support.tables import Process, process

from .hosts import Built
from .house import ADMIN_TOKEN, FLAGS, IMPRINT, Missing, chromium_path, client_folder
from .looks import set_size
from .people import PATIENCE, WIDE, Finished, Person, arriving

expect.set_options(timeout=PATIENCE * 1000)  # as all other waiting here: a busy machine is no fault of the page


def launched(driver: Playwright, *kind: str) -> Browser:
    try:
        path = chromium_path(*kind)
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
    return driver.chromium.launch(executable_path=path, args=FLAGS)


@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def chromium(driver: Playwright) -> Iterator[Browser]:
    with launched(driver, "light") as browser:
        yield browser


@pytest.fixture
def notified(driver: Playwright, server: Process) -> Iterator[Callable[..., Person]]:
    """As `people`, in a browser with a window around its pages: no other shows notices."""
    with launched(driver) as browser, arriving(browser, server.url) as arrives:
        yield arrives


@pytest.fixture(scope="package")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Pages that play by themselves, for a static host and beside the client of a server."""
    try:
        client = client_folder()
        return Built.within(made_once(tmp_path_factory, "built", lambda folder: Built.within(folder).make(client)))
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    try:
        folder = client_folder()
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
    # Games are analysed only where that is looked at: it would keep a processor busy during all other tests.
    chosen = {
        "PASAR_COACH": "no",
        "PASAR_LOCAL": "no",  # the same for what pages keep for times without a server
        "PASAR_WEB": str(folder),
        "PASAR_ADMIN_TOKEN": ADMIN_TOKEN,
        "PASAR_IMPRINT_URL": IMPRINT,
    }
    with process(tmp_path_factory.mktemp("house"), **chosen) as running:
        yield running


@pytest.fixture(scope="package")
def finished(chromium: Browser, server: Process) -> Iterator[Finished]:
    """`finished("bali", 2)` is a game that was played to its end, once for all tests; everybody may look at it."""
    players = Person(chromium, server.url, painted=False)
    yield cache(lambda game, seats: players.finished_table(game, seats, public=True, watch="anyone"))
    players.context.close()


@pytest.fixture
def people(chromium: Browser, server: Process) -> Iterator[Callable[..., Person]]:
    """`people()` is somebody new, `people(size=PHONE, touch=True, language="de")` somebody with wishes."""
    with arriving(chromium, server.url) as arrives:
        yield arrives


@pytest.fixture
def person(people: Callable[..., Person]) -> Person:
    return people()


@pytest.fixture(scope="package")
def window(chromium: Browser, server: Process) -> Iterator[Person]:
    reader = Person(chromium, server.url, painted=False)
    yield reader.arrive()
    reader.context.close()


@pytest.fixture
def reader(window: Person) -> Iterator[Person]:
    """Somebody who looks at one page after the other in one window: what was compiled there for the last still is."""
    yield window
    faults = window.unexpected()
    for noted in (window.faults, window.expected, window.answers):
        noted.clear()
    set_size(window, WIDE)
    window.page.emulate_media(color_scheme="light")
    window.page.goto("about:blank")
    assert faults == [], faults
