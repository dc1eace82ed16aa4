"""Does everything for a release but the upload, in the order of RELEASING.md, and stops at the first thing amiss.

Nothing is changed but build/ and dist/: versions, changelog and tag are for people.
TESTED=1 leaves out `make check` and `make test`, for a commit that CI has just run them on.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

from packaging.metadata import Metadata
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
DIST, AGAIN = ROOT / "dist", ROOT / "build" / "release"
CLIENT = "src/pasar/web/"  # built, so git does not know it


class NotReady(Exception):
    """What is in the way of a release, and what to do about it."""


def main() -> None:
    version = agreed_version()
    check_changelog(version)
    check_commit(version)
    if not os.environ.get("TESTED"):
        for target in ("check", "test"):
            step(f"make {target}")
            subprocess.run(["make", target], cwd=ROOT, check=True)
    step("make site")  # a server that is installed brings the games for its pages along
    subprocess.run(["make", "site"], cwd=ROOT, check=True)
    sdist, wheel = built()
    check_contents(sdist, wheel)
    check_metadata(wheel, version)
    check_same_again(sdist, wheel)
    print_rest(version, sdist, wheel)


def step(what: str) -> None:
    print(f"== {what}", flush=True)


def agreed_version() -> str:
    """The version, which is written in three places."""
    step("one version everywhere")
    found = {
        "pyproject.toml": tomllib.loads(text("pyproject.toml"))["project"]["version"],
        "web/package.json": json.loads(text("web/package.json"))["version"],
        "src/pasar/__init__.py": re.findall('^__version__ = "(.+)"$', text("src/pasar/__init__.py"), re.MULTILINE)[0],
    }
    if len(set(found.values())) > 1:
        raise NotReady(f"the versions differ: {', '.join(f'{name} has {version}' for name, version in found.items())}")
    return str(found["pyproject.toml"])


def check_changelog(version: str) -> None:
    step(f"{version} in CHANGELOG.md")
    changes = text("CHANGELOG.md")
    chapter = re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)\n+- ", changes, re.MULTILINE)
    if chapter is None:
        raise NotReady(f"CHANGELOG.md has no chapter `## {version} (year-month-day)` with what has changed")
    rest = changes[: chapter.start()].partition("## Unreleased")[2]
    if rest.strip():
        raise NotReady("CHANGELOG.md still has lines under Unreleased: move them to the release's own chapter")


def check_commit(version: str) -> None:
    """A release is a commit: nothing may lie beside it, and its number must be a new one."""
    step("a commit without changes beside it, and a new number")
    if changed := git("status", "--porcelain"):
        raise NotReady(f"there are changes that are not committed: {changed.splitlines()[0].strip()}")
    released = [tag.removeprefix("v") for tag in git("tag", "--list", "v*").split()]
    if newer := [tag for tag in released if Version(tag) >= Version(version)]:
        raise NotReady(f"version {newer[-1]} is released already: raise {version} (RELEASING.md says where)")


def built() -> tuple[Path, Path]:
    step("building dist/")
    shutil.rmtree(DIST, ignore_errors=True)
    hatchling("sdist", ROOT, DIST)
    hatchling("wheel", ROOT, DIST)
    return next(DIST.glob("*.tar.gz")), next(DIST.glob("*.whl"))


def hatchling(target: str, source: Path, folder: Path) -> None:
    """With the time of the commit, so that the same commit becomes the same file on every day."""
    own = {**os.environ, "SOURCE_DATE_EPOCH": git("log", "-1", "--format=%ct").strip()}
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, env=own, check=True, stdout=subprocess.DEVNULL)


def check_contents(sdist: Path, wheel: Path) -> None:
    """The wheel is what git has of the package, and the client; the sdist holds nothing that git does not have."""
    step("what is in them")
    known = set(git("ls-files").splitlines())
    with zipfile.ZipFile(wheel) as opened:
        packed = {f"src/{name}" for name in opened.namelist() if ".dist-info/" not in name}
    package = {name for name in known if name.startswith("src/pasar/")}
    compare("the wheel", {name for name in packed if not name.startswith(CLIENT)}, package)
    if f"{CLIENT}index.html" not in packed:
        raise NotReady("the wheel has no web client")
    with tarfile.open(sdist) as opened_sdist:
        inside = {name.partition("/")[2] for name in opened_sdist.getnames()}
    strange = {name for name in inside - known if not name.startswith(CLIENT)} - {"PKG-INFO"}
    compare("the sdist", strange, set())


def compare(what: str, found: set[str], wanted: set[str]) -> None:
    if found != wanted:
        names = ", ".join(sorted(found ^ wanted)[:5])
        raise NotReady(f"{what} and the commit do not hold the same files: {names}")


def check_metadata(wheel: Path, version: str) -> None:
    """What an index reads; it refuses a package whose fields are not as they should be."""
    step("its metadata")
    with zipfile.ZipFile(wheel) as opened:
        name = next(name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        about = Metadata.from_email(opened.read(name), validate=True)
    if str(about.version) != version or about.description_content_type != "text/markdown" or not about.description:
        raise NotReady(
            f"the wheel's metadata is of {about.version}, with {about.description_content_type or 'no'} text"
        )


def check_same_again(sdist: Path, wheel: Path) -> None:
    """The same files from the same commit; and the sdist alone is enough to make the wheel."""
    step("the same once more, the wheel from the sdist alone")
    shutil.rmtree(AGAIN, ignore_errors=True)
    hatchling("sdist", ROOT, AGAIN)
    with tarfile.open(sdist) as opened:
        opened.extractall(AGAIN / "unpacked", filter="data")
    (unpacked,) = (AGAIN / "unpacked").iterdir()
    hatchling("wheel", unpacked, AGAIN)
    for file in (sdist, wheel):
        if file.read_bytes() != (AGAIN / file.name).read_bytes():
            raise NotReady(
                f"{file.name} is another one when it is made again: compare dist/ and {AGAIN.relative_to(ROOT)}"
            )


def print_rest(version: str, *files: Path) -> None:
    for file in files:
        print(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(ROOT)}")
    print(
        f"\nReady. What is left is yours:\n"
        f"  git tag -s v{version} -m 'Pasar {version}' && git push origin v{version}\n"
        f"  python -m twine upload {' '.join(str(file.relative_to(ROOT)) for file in files)}"
    )


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    try:
        main()
    except NotReady as fault:
        sys.exit(f"not ready: {fault}")
    except subprocess.CalledProcessError as fault:
        sys.exit(f"not ready: {' '.join(map(str, fault.cmd[-4:]))} failed")
