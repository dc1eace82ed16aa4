"""How soon the first move can be made at a table of the site, on Lighthouse's phone: cold, and from what is kept.

    PYTHONPATH=tests python bench/first_move.py [--runs 5] [--site build/site] [--shown]

The clock runs from the moment in which the address of the front page is opened. "Play" is pressed as soon as it is
there; the clock stops when a move is open on the screen. Slow 4G as Lighthouse has it (150 ms there and back, 1.6 Mb/s
down), the processor four times slower; the host packs its files with gzip, as static hosts do.
"""

import argparse
import gzip
import http.server
import statistics
from functools import cache
from pathlib import Path
from typing import Any

from browser.hosts import Host
from browser.house import FLAGS, ROOT, chromium_path
from browser.people import PHONE
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
RATE = 4
GAMES = ("bali", "basari")
PATIENCE = 60_000  # milliseconds
# Presses "Play" as soon as it can be pressed, and notes when the first move is open.
PRESS = """() => {
  const open = '[data-move]:not([aria-disabled="true"]):not(:disabled)';
  const look = () => {
    const play = document.querySelector('form button.main:not([aria-disabled=true]):not(:disabled)');
    if (play?.checkVisibility() && !globalThis.pressed) { globalThis.pressed = performance.now(); play.click(); }
    const move = [...document.querySelectorAll(open)].some((each) => each.checkVisibility());
    if (move) globalThis.possible ??= performance.now();
    else requestAnimationFrame(look);
  };
  look();
}"""
LOADED = """performance.getEntriesByType('resource')
  .map(({ startTime, responseEnd, encodedBodySize, name }) => [startTime, responseEnd, encodedBodySize, name])"""
WISH = """(game) => localStorage.getItem('pasar') ?? localStorage.setItem('pasar', JSON.stringify({
  speed: 'off', sounds: 'off', guided: ['bali:*', 'basari:*'],
  last: { game, against: 'bots', level: 'casual', players: {}, switches: {}, table: {} },
}))"""


class Packing(http.server.SimpleHTTPRequestHandler):
    """Sends everything that shrinks with gzip, and keeps connections open."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        body = packed(path)
        self.send_response(200)
        self.send_header("content-type", self.guess_type(path))
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "max-age=600")
        self.end_headers()
        self.wfile.write(body)


@cache
def packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes())


def slowed(page: Page, rate: float) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return session


def begun(page: Page, url: str, shown: bool) -> tuple[float, float]:
    """Seconds until "Play" could be pressed, and until a move could be made."""
    page.goto(url, wait_until="commit", timeout=PATIENCE)
    page.wait_for_function("globalThis.possible", timeout=PATIENCE)
    if shown:
        for each in page.evaluate(LOADED):
            print(f"    {each[0]:6.0f} {each[1]:6.0f} {each[2]:7.0f} {each[3].rsplit('/', 1)[1][:60]}")
        print("    pressed", page.evaluate("globalThis.pressed"), "possible", page.evaluate("globalThis.possible"))
    pressed, possible = page.evaluate("[globalThis.pressed, globalThis.possible]")
    return pressed / 1000, possible / 1000


def visit(browser: Browser, url: str, game: str, rate: float, shown: bool) -> tuple[float, float, float, float]:
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True)
    context.add_init_script(f"({WISH})('{game}')")
    context.add_init_script(f"({PRESS})()")
    page = context.new_page()
    slowed(page, rate)
    cold = begun(page, url, shown)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.close()
    page = context.new_page()
    slowed(page, rate)
    warm = begun(page, url, shown)
    context.close()
    return *cold, *warm


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--rate", type=float, default=RATE, help="how many times slower the processor is made")
    parser.add_argument("--shown", action="store_true", help="list what was loaded when")
    chosen = parser.parse_args()
    with Host(chosen.site.resolve(), Packing, under="") as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        for game in GAMES:
            runs = [visit(browser, host.url, game, chosen.rate, chosen.shown) for _ in range(chosen.runs)]
            for what, values in zip(
                ("play, cold", "move, cold", "play, kept", "move, kept"), zip(*runs, strict=True), strict=True
            ):
                print(
                    f"{game}: {what}: {statistics.median(values):.2f} s ({min(values):.2f} to {max(values):.2f})",
                    flush=True,
                )
        browser.close()


if __name__ == "__main__":
    main()
