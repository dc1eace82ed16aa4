"""Installs as `pip install` would, with uv: a fifth of the processor's time, where a hundred packages come from a lock.

uv.py --require-hashes -r requirements/dev.txt    into the environment whose Python runs this, or that of --python PATH

uv itself comes from the lock, by pip. It knows nothing of pip's settings (where packages are, whom to trust), so those
are handed on. Ends with another code than 0 where uv cannot be had or has failed: pip is the way then.
"""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "dev.txt"
# What pip and uv call the same. Where uv takes several, these stand between them.
SETTINGS = {
    "index-url": ("UV_DEFAULT_INDEX", ""),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", ""),
    "client-cert": ("SSL_CLIENT_CERT", ""),
    "proxy": ("ALL_PROXY", ""),
    "default-timeout": ("UV_HTTP_TIMEOUT", ""),
    "timeout": ("UV_HTTP_TIMEOUT", ""),
}
SECTIONS = ("global", "install", ":env:")  # of pip's settings; the last that names one decides
# As pip chooses among several indexes. The hashes hold whatever comes from them.
AS_PIP = ("--no-config", "--index-strategy", "unsafe-best-match")


def main(arguments: list[str]) -> int:
    uv = Path(sys.executable).with_name("uv")
    if not uv.exists() and get_uv() != 0:
        return 1
    where = [] if "--python" in arguments else ["--python", sys.executable]
    listed = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    only = ["--no-index"] if "no-index=" in listed.stdout else []
    command = [str(uv), "pip", "install", *where, *AS_PIP, *only, *arguments]
    return subprocess.run(command, env={**os.environ, **handed_on(listed.stdout)}, check=False).returncode


def get_uv() -> int:
    alone = Path(sys.prefix) / "uv.txt"
    alone.write_text(locked("uv", LOCK.read_text(encoding="utf-8")), encoding="utf-8")
    how = ("--no-compile", "--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(alone))
    return subprocess.run([sys.executable, "-m", "pip", "install", *how], check=False).returncode


def locked(name: str, lock: str) -> str:
    """What a lock says of one package: its version, and a hash of each of its files."""
    found = re.search(rf"^{name}==.*\n(?:    .*\n)*", lock, re.MULTILINE)
    if found is None:
        raise SystemExit(f"{name} is not locked")
    return found[0]


def handed_on(listed: str) -> dict[str, str]:
    """For uv's environment, from what `pip config list` says: `global.index-url='...'` for each."""
    pairs = (line.partition("=") for line in listed.splitlines())
    values = {key: str(ast.literal_eval(value)) for key, _, value in pairs}
    found: dict[str, str] = {}
    for section in SECTIONS:
        for pips, (uvs, between) in SETTINGS.items():
            value = values.get(f"{section}.{pips}", "").split()
            if value:
                found[uvs] = between.join(value)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
