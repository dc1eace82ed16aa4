"""The site of `make site` in the other engines, its host gone: storage, workers and the service worker are all it has.

The beginning of both games; with PASAR_ENGINES set, as CI has it, to their ends."""

import os
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from .engines import Window
from .hosts import Built, Host
from .house import Missing
from .people import PAINT_NOTHING, PATIENCE
from .test_engines import CONTROLS, ENGINES, NEWS, SOON, WIDE, click
from .test_without_server import KEPT

WANTED = bool(os.environ.get("PASAR_ENGINES"))  # none may be missing, and games are played to their ends
FEW, MOST = 3, 10_000  # decisions
READY = """async () => {
  if (!('serviceWorker' in navigator)) return 'none';
  await Promise.race([navigator.serviceWorker.ready, new Promise((go) => setTimeout(go, 50000))]);
  return (await navigator.serviceWorker.getRegistration())?.active ? 'active' : 'not ready';
}"""
# When the page has kept its own wishes, so that it does not write them over these.
WISH = """async (game, level) => {
  const end = performance.now() + 50000;
  while (!document.querySelector('h1') && performance.now() < end) await new Promise((go) => setTimeout(go, 50));
  await new Promise((go) => setTimeout(go, 200));
  localStorage.setItem('pasar', JSON.stringify({
    speed: 'off', sounds: 'off', played: [game],
    last: { game, against: 'bots', level, players: {}, switches: {}, table: {} },
  }));
}"""
BEGIN = """async () => {
  const end = performance.now() + 50000;
  const button = () => document.querySelector('form button.main:not([aria-disabled=true])');
  while (!button() && performance.now() < end) await new Promise((go) => setTimeout(go, 50));
  button().click();
}"""

# As a slow disk has it: what is kept after a move takes a while.
WRITE_LONG = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (thing) {
    for (let time = 0; time < 2000; time++) put.call(this, thing);
    window.writing = true;
    return put.call(this, thing);
  };
}"""

WRITING = """async () => {
  while (!window.writing) await new Promise((go) => setTimeout(go, 5));
}"""


class Guest:
    def __init__(self, window: Window, url: str) -> None:
        self.window, self.url, self.chance = window, url, Random(1)

    def sit_down(self, game: str, level: str = "learner") -> None:
        self.window.go(f"{self.url}?/nowhere")
        self.window.run(WISH, game, level)
        self.window.go(self.url)
        self.window.run(BEGIN)
        end = time.monotonic() + PATIENCE
        while not self.has_begun(game):  # a fresh table is written while it is being looked at already
            assert time.monotonic() < end, "waited in vain for a table"
        self.window.run(f"() => {PAINT_NOTHING}")

    def has_begun(self, game: str) -> bool:
        kept = self.kept()
        return kept is not None and kept["options"]["game"] == game and kept["stage"] != "over"

    def kept(self) -> Any:
        return self.window.run(KEPT)

    def play(self, most: int) -> int:
        """So many decisions, or to the end; how many they were."""
        made, seen, end = 0, {"text": "", "open": []}, time.monotonic() + PATIENCE
        while made < most:
            seen = self.window.run(NEWS, CONTROLS, seen["text"], SOON)
            if seen["open"]:
                if click(self.window, self.chance.choice(seen["open"])):
                    made, end = made + 1, time.monotonic() + PATIENCE
            elif self.kept()["stage"] == "over":
                break
            assert time.monotonic() < end, f"waited in vain for a turn: {seen}"
        return made

    def hand_on(self) -> None:
        """Decide until it is somebody else's turn."""
        while self.window.run(NEWS, CONTROLS, "", SOON)["open"]:
            self.play(1)

    def rest(self) -> None:
        """Until it is one's turn again, or the game is over: whoever leaves leaves nothing half done."""
        end = time.monotonic() + PATIENCE
        while not self.window.run(NEWS, CONTROLS, "", 0)["open"] and self.kept()["stage"] != "over":
            assert time.monotonic() < end, "waited in vain for a turn"
            time.sleep(0.05)


@pytest.fixture(scope="module", params=ENGINES)
def guest(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, built: Built) -> Iterator[Guest]:
    engine: str = request.param
    host = Host(built.site)
    try:
        with ENGINES[engine](tmp_path_factory.mktemp(engine)) as window:
            window.resize(*WIDE)
            window.go(host.url)
            assert window.run(READY) == "active"
            host.stop()
            yield Guest(window, host.url)
    except Missing as missing:
        if WANTED:
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(f"nothing was tried in {engine}: {missing}")
    finally:
        host.stop()


@pytest.mark.parametrize("name", ["bali", "basari"])
def test_a_game_goes_on_after_a_reload_without_its_host(guest: Guest, name: str) -> None:
    guest.sit_down(name)
    assert guest.play(FEW) == FEW
    before = guest.kept()
    assert before["options"]["game"] == name and "bot" in {by for _, _, by, _ in before["moves"]}
    guest.window.go(f"{guest.url}?/table/{before['id']}")
    guest.window.run(f"() => {PAINT_NOTHING}")
    guest.play(MOST if WANTED else 2 * FEW)  # where all choose at once, the first click may only be one's own choice
    after = guest.kept()
    assert after["moves"][: len(before["moves"])] == before["moves"] and len(after["moves"]) > len(before["moves"])
    assert not WANTED or after["stage"] == "over"
    guest.rest()


def test_who_leaves_while_bots_think_can_sit_down_at_once_elsewhere(guest: Guest) -> None:
    guest.sit_down("bali", "champion")
    guest.play(1)
    guest.hand_on()
    left = guest.kept()["id"]
    guest.sit_down("basari")
    assert guest.play(1) == 1
    assert guest.kept()["id"] != left
    guest.rest()


def test_who_leaves_while_a_move_is_written_holds_nobody_up(guest: Guest) -> None:
    for _ in range(2):  # WebKit did not keep the first page that was left
        guest.sit_down("bali")
        guest.window.run(WRITE_LONG)
        guest.play(1)
        guest.window.run(WRITING)
        guest.window.go(f"{guest.url}?/nowhere")
        assert len(guest.kept()["moves"]) > 0
