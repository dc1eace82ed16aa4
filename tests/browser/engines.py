"""A window in each of the three engines, all with the same few doors; each is driven by the protocol it speaks itself.

Chromium is driven by Playwright, as everywhere here. Playwright brings builds of its own of the other two, which are
not what Debian has: Safari's engine (WebKitGTK) speaks WebDriver over HTTP, and Firefox speaks WebDriver BiDi over a
WebSocket. The few commands that are needed are not worth a library for each.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect

from .house import Missing

PATIENCE = 90.0  # seconds that an engine may take to start, or to answer
ANSWERS_WITHIN = 60_000  # milliseconds that a script in a page may take
CONNECTS = 6  # more and more seconds lie between them
SCREEN = "1600x1200x24"  # larger than every window
NO_GPU = {"WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
CALM = {
    "browser.shell.checkDefaultBrowser": "false",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "ui.prefersReducedMotion": "1",
}


class Window(Protocol):
    """Sizes and points are those of the page, without what the browser draws around it."""

    def go(self, address: str) -> None: ...
    def run(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function (or what it promises) returns, as JSON."""

    def click(self, x: float, y: float) -> None: ...
    def resize(self, width: int, height: int) -> None: ...


class Chromium:
    def __init__(self, page: Page) -> None:
        self.page = page

    def go(self, address: str) -> None:
        self.page.goto(address)

    def run(self, function: str, *arguments: Any) -> Any:
        return self.page.evaluate(f"(all) => ({function})(...all)", list(arguments))

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})


class WebKit:
    def __init__(self, http: httpx.Client) -> None:
        self.http, self.path = http, "/session"
        self.path += "/" + self._ask("", capabilities={})["sessionId"]
        self._ask("/timeouts", script=ANSWERS_WITHIN)

    def _ask(self, path: str, **body: Any) -> Any:
        answer = self.http.post(self.path + path, json=body)
        assert answer.is_success, f"{path}: {answer.text}"
        return answer.json()["value"]

    def go(self, address: str) -> None:
        self._ask("/url", url=address)

    def run(self, function: str, *arguments: Any) -> Any:
        return self._ask("/execute/sync", script=f"return ({function})(...arguments)", args=arguments)

    def click(self, x: float, y: float) -> None:
        self._ask("/actions", actions=_pressing(x, y))

    def resize(self, width: int, height: int) -> None:
        frame = self.run("() => [outerWidth - innerWidth, outerHeight - innerHeight]")
        self._ask("/window/rect", width=width + frame[0], height=height + frame[1])

    def close(self) -> None:
        self.http.delete(self.path)


class Firefox:
    def __init__(self, wire: ClientConnection) -> None:
        self.wire, self.asked = wire, 0
        self._ask("session.new", capabilities={})
        self.tab = self._ask("browsingContext.create", type="tab")["context"]

    def _ask(self, method: str, **parameters: Any) -> Any:
        self.asked += 1
        self.wire.send(json.dumps({"id": self.asked, "method": method, "params": parameters}))
        while (answer := json.loads(self.wire.recv(PATIENCE))).get("id") != self.asked:
            pass  # something that happened meanwhile
        assert answer["type"] == "success", f"{method}: {answer}"
        return answer["result"]

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        written = f"(async () => JSON.stringify(await ({function})(...{json.dumps(arguments)})) ?? 'null')()"
        answer = self._ask("script.evaluate", expression=written, target={"context": self.tab}, awaitPromise=True)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def click(self, x: float, y: float) -> None:
        self._ask("input.performActions", context=self.tab, actions=_pressing(x, y))

    def resize(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", context=self.tab, viewport={"width": width, "height": height})

    def close(self) -> None:
        self._ask("browser.close")


def _pressing(x: float, y: float) -> list[dict[str, Any]]:
    there = {"type": "pointerMove", "x": round(x), "y": round(y)}
    press = [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    return [{"type": "pointer", "id": "mouse", "actions": press}]


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """On a screen of its own that nobody sees: it has no way to run without one."""
    driver, screen = _found("WebKitWebDriver", "webkit2gtk-driver"), _found("Xvfb", "xvfb")
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "settings.ini").write_text("[Settings]\ngtk-enable-animations=0\n", encoding="utf-8")
    log, port = folder / "display", _free_port()
    with _program([screen, "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"], log) as shown:
        display = {
            "DISPLAY": ":" + _said(shown, log, r"^(\d+)\n"),
            "GDK_BACKEND": "x11",
            "XDG_CONFIG_HOME": str(folder),
        }
        patient = httpx.HTTPTransport(retries=CONNECTS)
        with (
            _program([driver, f"--port={port}"], folder / "driver", **display, **NO_GPU),
            httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=patient, timeout=PATIENCE) as http,
        ):
            window = WebKit(http)
            yield window
            window.close()


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    program, log = _found("firefox-esr", "firefox-esr", "firefox"), folder / "firefox"
    settings = "".join(f'user_pref("{name}", {value});\n' for name, value in CALM.items())
    (folder / "user.js").write_text(settings, encoding="utf-8")
    options = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    with _program([program, *options], log) as running:
        address = _said(running, log, r"WebDriver BiDi listening on (\S+)")
        with connect(f"{address}/session", max_size=None, proxy=None) as wire:
            window = Firefox(wire)
            yield window
            window.close()


def _found(program: str, package: str, *others: str) -> str:
    for name in (program, *others):
        if path := shutil.which(name):
            return path
    raise Missing(f"{program} is not installed (Debian: apt-get install {package})")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _program(command: list[str], log: Path, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """It runs as long as the block; what it says is in the log."""
    with log.open("wb") as said:
        running = subprocess.Popen(command, stdout=said, stderr=said, env={**os.environ, **environment})
    try:
        yield running
    finally:
        running.terminate()
        running.wait(PATIENCE)


def _said(running: subprocess.Popen[bytes], log: Path, pattern: str) -> str:
    """The part of what it said that is in brackets in the pattern."""
    end = time.monotonic() + PATIENCE
    while (found := re.search(pattern, log.read_text(errors="replace"), re.MULTILINE)) is None:
        assert running.poll() is None and time.monotonic() < end, f"did not start: {log.read_text(errors='replace')}"
        time.sleep(0.02)
    return found[1]
