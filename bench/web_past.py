"""How soon "Your games" shows thousands of finished games, and how soon it answers a filter.

    PYTHONPATH=tests python bench/web_past.py [--games 5000] [--visits 5] [--rates 1 4]

At a real server with the built client, in the system's Chromium, at full speed and with the processor slowed to a
quarter. The clock runs from the moment in which the address is opened: until there are figures of some games, and until
there are those of all. Then each filter is set in turn; its clock stops when the figures are painted.
"""

import argparse
import statistics
import tempfile
from pathlib import Path
from random import Random

from browser.house import FLAGS, chromium_path, client_folder
from browser.people import Person
from browser.remembered import remember
from parts.serving import servers
from playwright.sync_api import sync_playwright

from pasar.lab.measure import machine

PEEK = 100  # milliseconds between two looks whether all is there
# Tells when there were first figures, and when there were those of all games.
WATCH = """(() => {
  globalThis.seen = {};
  new MutationObserver(() => {
    const games = document.querySelector('dl dd')?.textContent;
    if (!games) return;
    seen.some ??= performance.now();
    if (games === 'GAMES') seen.all ??= performance.now();
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()"""
# Takes each choice of each filter and then all again; milliseconds until what follows has been painted.
FILTER = """async () => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const times = [];
  for (const select of document.querySelectorAll('form select'))
    for (const { value } of [...select.options].reverse()) {
      if (value === select.value) continue;
      await painted();
      const start = performance.now();
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await painted();
      times.push(performance.now() - start);
    }
  return times;
}"""


def visit(person: Person, games: int, rate: int) -> tuple[float, float, list[float]]:
    """Seconds until some are there and until all are, and those of each filter."""
    page = person.context.new_page()
    page.add_init_script(WATCH.replace("GAMES", str(games)))
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    page.goto(f"{person.url}/games")
    while not page.evaluate("globalThis.seen.all ?? 0"):
        page.wait_for_timeout(PEEK)
    seen, times = page.evaluate("globalThis.seen"), page.evaluate(FILTER)
    page.close()
    return seen["some"] / 1000, seen["all"] / 1000, [each / 1000 for each in times]


def told(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} s ({min(values):.2f} to {max(values):.2f})"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--rates", type=int, nargs="+", default=(1, 4))
    wish = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as data,
        servers(Path(data), PASAR_WEB=str(client_folder())) as [server],
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        person = Person(browser, server.address).arrive()
        remember(Path(data), person.ask("/api/me")["id"], wish.games, Random(1))
        for rate in wish.rates:
            visits = [visit(person, wish.games, rate) for _ in range(wish.visits)]
            some, whole = [each[0] for each in visits], [each[1] for each in visits]
            filters = [time for each in visits for time in each[2]]
            slower = f", processor {rate}x slower" if rate > 1 else ""
            print(
                f"{wish.games:,} games{slower}: first figures after {told(some)}, all after {told(whole)}", flush=True
            )
            print(f"{wish.games:,} games{slower}: a filter of {len(filters)} within {told(filters)}", flush=True)
        browser.close()
    print(machine())


if __name__ == "__main__":
    main()
