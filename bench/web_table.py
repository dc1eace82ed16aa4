"""What the table in the browser weighs, how fast a move is on the screen, and how smoothly cards travel.

    PYTHONPATH=tests python bench/web_table.py [--moves 12] [--parts sizes motion]

Measured in the system's Chromium at a real server, with the built client (PASAR_WEB names another), from Chromium's own
record of its frames, at full speed and with the processor slowed to a quarter; a steady 60 a second is 16.7 ms each. A
message is on the screen within one frame if the table has changed before the next frame begins to be rendered.
"""

import argparse
import os
import platform
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
from browser.house import FLAGS, chromium_path, client_folder, packed_sizes
from browser.people import Person
from browser.playing import make_a_move, offered
from parts.frames import FRAME, WATCH, Trace, recorded
from parts.serving import servers
from playwright.sync_api import Browser, sync_playwright

GAMES = {"bali": 3, "basari": 4}
RATES = (1, 4)  # how many times slower the processor is made
TURN = 1500  # milliseconds for what follows a move
PEEK = 700  # milliseconds between two looks at the table
LONGEST = 60  # seconds until the next one: bots take their turns, and a stage is counted
PARTS = ("sizes", "motion")


def sizes(browser: Browser, url: str) -> None:
    for game, players in GAMES.items():
        person = Person(browser, url)
        person.enter(person.open_table(game, players))
        person.page.locator("[data-move]").first.wait_for()
        packed = packed_sizes(answer.url for answer in person.answers)
        print(f"{game}: {sum(packed.values()) / 1000:.1f} kB of JavaScript and CSS in {len(packed)} files (br)")
        person.context.close()


def motion(browser: Browser, url: str, game: str, moves: int, rate: int) -> None:
    person = Person(browser, url, speed="normal")
    person.page.emulate_media(reduced_motion="no-preference")
    person.context.add_init_script(WATCH)
    person.enter(person.open_table(game, GAMES[game]))
    person.page.wait_for_timeout(TURN)
    person.context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    chance = Random(1)
    with recorded(browser, person.page) as traces:
        for _ in range(moves):
            person.wait(lambda: on_the_table(person), "a turn, or the end", LONGEST)
            if not offered(person):
                break
            make_a_move(person, chance)
            person.page.wait_for_timeout(TURN)
    report(f"{game}, processor {rate}x slower" if rate > 1 else game, traces[0])
    person.context.close()


def on_the_table(person: Person) -> bool:
    """Whether there is something to do, or nothing any more. What was counted above the table waits for its readers."""
    person.page.wait_for_timeout(PEEK)  # each look is work for the page, and would be measured
    read = person.page.locator("dialog.climax").get_by_role("button", name="Continue")
    if read.count():
        read.click()
    return bool(offered(person)) or (person.heard.stage == "over" and person.page.locator(".hero").count() > 0)


def report(what: str, trace: Trace) -> None:
    between = trace.intervals()
    assert between, f"{what}: nothing travelled"
    late = sum(each > 1.5 * FRAME for each in between) / len(between)
    rate = f"{1000 / statistics.fmean(between):.1f} frames/s on the screen, {len(between)} frames, {late:.1%} late"
    print(f"{what}, while things travel: {rate}; {spread(between)} each")
    shown, waited = trace.showings()
    print(f"{what}, {len(shown)} messages on the table before the next frame; {waited} while another was shown")
    print(f"{what}, from message to changed table: {spread([each.changed for each in shown])}")
    print(f"{what}, from message to painted frame: {spread([each.painted for each in shown])}")
    print(f"{what}, from message to the screen: {spread([each.displayed for each in shown])}")
    seconds = sum(end - start for start, end in trace.travels) / 1000
    most_first = sorted(trace.work(trace.travels).items(), key=lambda each: -each[1])
    worked = ", ".join(f"{kind} {spent / seconds:.0f}" for kind, spent in most_first)
    print(f"{what}, milliseconds of work in a second of travel: {worked}", flush=True)


def spread(values: list[float]) -> str:
    middle, most = np.quantile(values, (0.5, 0.95))
    return f"median {middle:.1f} ms, 95% within {most:.1f} ms"


@contextmanager
def everything() -> Iterator[tuple[Browser, str]]:
    with (
        tempfile.TemporaryDirectory() as data,
        servers(Path(data), PASAR_WEB=str(client_folder())) as [server],
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        machine = f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        print(f"Chromium {browser.version}, {machine}")
        yield browser, server.address
        browser.close()


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--moves", type=int, default=12)
    options.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    wish = options.parse_args()
    with everything() as (browser, url):
        if "sizes" in wish.parts:
            sizes(browser, url)
        if "motion" in wish.parts:
            for game, rate in product(GAMES, RATES):
                motion(browser, url, game, wish.moves, rate)


if __name__ == "__main__":
    main()
