"""A project around the real build files. Its client is one page that Node writes: npm works for real, offline."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
REAL = (
    "pyproject.toml", "hatch_build.py", "tools/web.py", "tools/release.py", "README.md", "LICENSE", "NOTICE",
    ".gitignore",
)  # fmt: skip
PACKAGE = {"name": "a-client", "version": "1.0.0", "scripts": {"build": "node build.js"}}
LOCK = {"name": "a-client", "version": "1.0.0", "lockfileVersion": 3, "requires": True, "packages": {"": PACKAGE}}
BUILD = """
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require("fs");
const folder = "../src/pasar/web";
mkdirSync(folder + "/assets", { recursive: true });
writeFileSync(folder + "/index.html", readFileSync("page.html"));
writeFileSync(folder + "/assets/main-1234.js", "1");
appendFileSync("../../builds", "x");
"""


@pytest.fixture
def client() -> SimpleNamespace:
    """What the project's client consists of."""
    return SimpleNamespace(package=PACKAGE, lock=LOCK, build=BUILD)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    for name in REAL:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name, text in {
        "src/pasar/__init__.py": '__version__ = "1.0.0"\n',
        "web/package.json": json.dumps(PACKAGE),
        "web/package-lock.json": json.dumps(LOCK),
        "web/build.js": BUILD,
        "web/page.html": "one",
        "web/tests/table.test.ts": "no source of the build",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """`run(folder, "-c", "...", NAME="value")`: Python in a folder."""

    def python(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        own = {**os.environ, "npm_config_cache": str(tmp_path / "npm"), **environment}
        return subprocess.run(
            [sys.executable, *command], cwd=folder, env=own, capture_output=True, text=True, timeout=120, check=False
        )

    return python
