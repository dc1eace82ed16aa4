"""The site of `make site`, and the client of a server with games for pages beside it; and a host that serves files."""

import functools
import http.server
import json
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from .house import ROOT, Missing

UNDER = "some/folder"  # of the host


@dataclass(frozen=True)
class Built:
    site: Path  # the folder that a host serves; the site lies in a folder of it
    web: Path  # of a server (PASAR_WEB)

    @classmethod
    def within(cls, folder: Path) -> "Built":
        return cls(folder / "host", folder / "web")

    def make(self, client: Path) -> None:
        shutil.copytree(client, self.web, ignore=shutil.ignore_patterns("local"))
        command = [
            sys.executable,
            str(ROOT / "tools" / "make_site.py"),
            str(self.site / UNDER),
            str(self.web / "local"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Missing(done.stderr[-2000:])
        for games in (self.site / UNDER / "games", self.web / "local" / "games"):
            _let_the_coach_hurry(games)


def _let_the_coach_hurry(games: Path) -> None:
    """What it says is looked at, not how sure it is."""
    for name in json.loads((games / "index.json").read_text(encoding="utf-8")):
        manifest = games / f"{name}.json"
        told = json.loads(manifest.read_text(encoding="utf-8"))
        told["coach"]["budget"] |= {"curve": 16, "sift": 4, "choose": 4, "confirm": 8, "doubt": 8, "second": 16}
        manifest.write_text(json.dumps(told), encoding="utf-8")
        manifest.with_name(f"{name}.json.gz").unlink(missing_ok=True)


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class Host:
    """Serves files and nothing else, until it is gone."""

    def __init__(
        self, folder: Path, files: type[http.server.SimpleHTTPRequestHandler] = Files, under: str = f"{UNDER}/"
    ) -> None:
        handler = functools.partial(files, directory=str(folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/{under}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()
