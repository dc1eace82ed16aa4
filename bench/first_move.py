"""How soon the first move can be made at a table of the site, on Lighthouse's phone: cold, and from what is kept.

    PYTHONPATH=tests python bench/first_move.py [--runs 5] [--site build/site] [--against SITE] [--rate 4] [--shown]
        [--thread]

The clock runs from the moment in which the address of the front page is opened. "Play" is pressed as soon as it is
there; the clock stops when a move is open on the screen. Slow 4G as Lighthouse has it (150 ms there and back, 1.6 Mb/s
down), the processor four times slower; the host packs its files with gzip, as static hosts do. Nothing is asked of the
page until then: what Playwright would put into it takes a slowed phone 0.2 s. `--against` another built site visits
both in turns. `--thread` tells instead how much of a processor the page's own thread took until then, which a busy
machine changes less: by traces, which cost time of their own, so hold one site against another.
"""

import argparse
import gzip
import http.server
import json
import statistics
import time
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

from browser.hosts import Host
from browser.house import FLAGS, ROOT, chromium_path
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
RATE = 4
SCREEN: dict[str, Any] = {
    "viewport": {"width": 412, "height": 823}, "device_scale_factor": 1.75, "has_touch": True, "is_mobile": True,
}  # fmt: skip
GAMES = ("bali", "basari")
PATIENCE = 60  # seconds
MOMENTS = ("play, cold", "move, cold", "play, kept", "move, kept")
WORK = ("the page's thread, cold", "the page's thread, kept")
TRACED = ["toplevel", "blink.user_timing"]
MARK = "first move"
# Presses "Play" as soon as it can be pressed, and tells when that was and when the first move was open. It looks when
# the page has changed, in the next frame: a look at every frame would be work of its own.
PRESS = """() => {
  const open = '[data-move]:not([aria-disabled="true"]):not(:disabled)';
  const last = 250; // milliseconds without a look
  let [pressed, asked, told] = [0, false, false];
  const look = () => {
    asked = false;
    const play = document.querySelector('form button.main:not([aria-disabled=true]):not(:disabled)');
    if (play?.checkVisibility() && !pressed) { pressed = performance.now(); play.click(); }
    const move = [...document.querySelectorAll(open)].some((each) => each.checkVisibility());
    if (move && !told) performance.mark('first move'), tellFirstMove(JSON.stringify([pressed, performance.now()]));
    told ||= move;
  };
  const ask = () => {
    if (asked || told) return;
    asked = true;
    requestAnimationFrame(look);
  };
  new MutationObserver(ask).observe(document, { subtree: true, childList: true, attributes: true });
  setInterval(ask, last);
}"""
LOADED = """performance.getEntriesByType('resource')
  .map(({ startTime, responseEnd, encodedBodySize, name }) => [startTime, responseEnd, encodedBodySize, name])"""
WISH = """(game) => localStorage.getItem('pasar') ?? localStorage.setItem('pasar', JSON.stringify({
  speed: 'off', sounds: 'off', guided: ['bali:*', 'basari:*'],
  last: { game, against: 'bots', level: 'casual', players: {}, switches: {}, table: {} },
}))"""
# What Lighthouse calls the BenchmarkIndex of a machine: how often a second it joins and copies, in tens.
INDEX = """() => {
  const often = (work) => {
    const start = Date.now();
    let times = 0;
    while (times % 10 || Date.now() - start < 500) work(times++);
    return times / 10 / ((Date.now() - start) / 1000);
  };
  const [one, other] = [0, 0].map(() => Array.from({ length: 100_000 }, (_, k) => k));
  const join = () => {
    let text = '';
    for (let k = 0; k < 10_000; k++) text += 'a';
    if (text.length === 1) throw text;
  };
  const copy = (times) => {
    const [from, to] = times % 2 ? [other, one] : [one, other];
    for (let k = 0; k < from.length; k++) to[k] = from[k];
  };
  return Math.round((often(join) + often(copy)) / 2);
}"""

Times = list[float]  # seconds until "Play" could be pressed and until a move could be made, cold and kept


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


def worked(trace: bytes) -> float:
    """Seconds of a processor that the page's own thread took until the first move."""
    events = json.loads(trace)["traceEvents"]
    move = next(each for each in events if each["name"] == MARK)
    own = [each for each in events if "tdur" in each and (each["pid"], each["tid"]) == (move["pid"], move["tid"])]
    took, end = 0, 0
    for each in sorted(own, key=lambda each: (each["ts"], -each["dur"])):
        if end <= each["ts"] < move["ts"]:  # and not a part of what came before
            took, end = took + each["tdur"], each["ts"] + each["dur"]
    return took / 1e6


def begun(browser: Browser, context: BrowserContext, url: str, chosen: argparse.Namespace) -> Times:
    """Seconds until "Play" could be pressed, and until a move could be made, in a window of its own; or what its thread
    took."""
    page, told = context.new_page(), list[str]()
    session = slowed(page, chosen.rate)
    session.on("Runtime.bindingCalled", lambda event: told.append(event["payload"]))
    session.send("Runtime.enable")
    session.send("Runtime.addBinding", {"name": "tellFirstMove"})
    if chosen.thread:
        browser.start_tracing(page=page, categories=TRACED)
    page.goto(url, wait_until="commit", timeout=PATIENCE * 1000)
    latest = time.monotonic() + PATIENCE
    while not told and time.monotonic() < latest:
        page.wait_for_timeout(50)
    trace = browser.stop_tracing() if chosen.thread else b""
    if chosen.shown:
        for each in page.evaluate(LOADED):
            print(f"    {each[0]:6.0f} {each[1]:6.0f} {each[2]:7.0f} {each[3].rsplit('/', 1)[1][:60]}")
        print("    pressed and possible:", *told)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.close()
    return [worked(trace)] if trace else [each / 1000 for each in json.loads(told[0])]


def visit(browser: Browser, url: str, game: str, chosen: argparse.Namespace) -> Times:
    context = browser.new_context(**SCREEN)
    context.add_init_script(f"({WISH})('{game}')")
    context.add_init_script(f"({PRESS})()")
    times = [time for _ in ("cold", "kept") for time in begun(browser, context, url, chosen)]
    context.close()
    return times


def index_of(browser: Browser) -> int:
    page = browser.new_page()
    found: int = page.evaluate(INDEX)
    page.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--site", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--against", type=Path, help="another built site, visited in turns with this one")
    parser.add_argument("--rate", type=float, default=RATE, help="how many times slower the processor is made")
    parser.add_argument("--shown", action="store_true", help="list what was loaded when")
    parser.add_argument("--thread", action="store_true", help="the processor time of the page's own thread instead")
    chosen = parser.parse_args()
    what_is_told, digits = (WORK, 3) if chosen.thread else (MOMENTS, 2)
    sites = [site for site in (chosen.site, chosen.against) if site]
    with ExitStack() as stack:
        hosts = [stack.enter_context(Host(site.resolve(), Packing, under="")) for site in sites]
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=chromium_path(), args=FLAGS)
        print(f"BenchmarkIndex {index_of(browser)}, the processor {chosen.rate:g} times slower")
        for game in GAMES:
            turns = [[visit(browser, host.url, game, chosen) for host in hosts] for _ in range(chosen.runs)]
            for site, runs in zip(sites, zip(*turns, strict=True), strict=True):
                for what, values in zip(what_is_told, zip(*runs, strict=True), strict=True):
                    middle, least, most = (
                        f"{each:.{digits}f}" for each in (statistics.median(values), min(values), max(values))
                    )
                    spread = f"{middle} s ({least} to {most})"
                    print(f"{f'{site}: ' if chosen.against else ''}{game}: {what}: {spread}", flush=True)
        print(f"BenchmarkIndex {index_of(browser)}")
        browser.close()


if __name__ == "__main__":
    main()
