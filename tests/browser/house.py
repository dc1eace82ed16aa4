"""What the tests need before anybody can play: a browser and the built client. They install neither."""

import os
import runpy
import subprocess
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
ADMIN_TOKEN = "the-keepers-own-token"
IMPRINT = "https://pasar.example/imprint"
# The address bar that nobody sees is two pages of its own for each window, half of all that the browser does here. The
# last list counts, so what Playwright leaves out is in it as well.
UNUSED = [
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess",
    "AimEnabled", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding",
    "PreconnectToSearch", "ThirdPartyStoragePartitioning",
]  # fmt: skip
# Nothing asks anybody outside, and a container without a display or user namespaces will do.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", f"--disable-features={','.join(UNUSED)}",
]  # fmt: skip


class Missing(Exception):
    """Something is not there; the message says how to get it."""


def chromium_path(*kind: str) -> str:
    """As people have it; `light`, rather one that draws no window around the page."""
    command = ["sh", str(ROOT / "tools" / "browser.sh"), *kind]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode != 0:
        raise Missing(found.stderr.strip())
    return found.stdout.strip()


def client_folder() -> Path:
    """Of the client built from its present sources, or of another build that is to be tested."""
    if other := os.environ.get("PASAR_WEB"):
        return Path(other)
    tool = runpy.run_path(str(ROOT / "tools" / "web.py"))
    built = ROOT / "src" / "pasar" / "web"
    stamp = built / tool["BUILT_FROM"]
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != tool["fingerprint"](ROOT / "web"):
        raise Missing("the web client is not built from its present sources: run make web, or make test, which does")
    return built


def packed_sizes(addresses: Iterable[str]) -> dict[str, int]:
    """Of every script and style sheet among these, as they travel."""
    folder = client_folder()
    loaded = {urlsplit(address).path for address in addresses if address.endswith((".js", ".css"))}
    return {path: (folder / (path.lstrip("/") + ".br")).stat().st_size for path in loaded}
