"""Checks that requirements/*.txt fit pyproject.toml and each other, and that they tie nobody to one machine.

Says one line per finding and ends with 1 if there is any; `make lock` puts them right.
"""

import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
TIES = ("://", "--index-url", "--extra-index-url", "--find-links", "--trusted-host", " @ ")

APART = "recipes"  # has packages of its own, which no other lock knows

Pins = dict[str, str]  # package -> version


def main() -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    runtime = [*project["project"]["dependencies"], *extra(project["project"], "serve")]
    wanted = {"runtime": runtime, "build": group(project, "build"), "dev": [*runtime, *group(project, "dev")]}
    wanted[APART] = [*project["project"]["dependencies"], *group(project, APART)]
    locks = {name: (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8") for name in wanted}
    findings = [f"{name}.txt: {finding}" for name in wanted for finding in check(locks[name], wanted[name])]
    findings += disagreements({name: pins(lock) for name, lock in locks.items()})
    for finding in findings:
        print(f"requirements/{finding} (run: make lock)", file=sys.stderr)
    return 1 if findings else 0


def extra(project: dict[str, dict[str, list[str]]], name: str) -> list[str]:
    """The requirements of an extra, those of our other extras that it asks for among them."""
    found: list[str] = []
    for entry in project["optional-dependencies"][name]:
        ours = Requirement(entry).extras if Requirement(entry).name == "pasar" else ()
        found += [each for other in ours for each in extra(project, other)] if ours else [entry]
    return found


def group(project: dict[str, dict[str, list[str | dict[str, str]]]], name: str) -> list[str]:
    """The requirements of a dependency group, those of the groups it includes among them."""
    found: list[str] = []
    for entry in project["dependency-groups"][name]:
        found += [entry] if isinstance(entry, str) else group(project, entry["include-group"])
    return found


def check(lock: str, wanted: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lock.splitlines(), 1):
        if any(tie in line for tie in TIES):
            yield f"line {number} names a place that only some machines can reach"
    for entry in entries(lock):
        if "--hash=sha256:" not in entry:
            yield f"{entry.split('==')[0]} has no hash"
    pinned = pins(lock)
    for requirement in map(Requirement, wanted):
        version = pinned.get(canonicalize_name(requirement.name))
        if version is None or version not in requirement.specifier:
            yield f"{requirement} is wanted, {version or 'nothing'} is locked"


def entries(lock: str) -> list[str]:
    """One text per locked package, with its hashes."""
    lines = (line for line in lock.splitlines() if not line.lstrip().startswith("#"))
    return [entry for entry in "\n".join(lines).replace("\\\n", " ").splitlines() if "==" in entry]


def pins(lock: str) -> Pins:
    pairs = (entry.split()[0].split("==") for entry in entries(lock))
    return {canonicalize_name(name): version for name, version in pairs}


def disagreements(locks: dict[str, Pins]) -> list[str]:
    """The small locks must be parts of the large one, or `make play` and `make test` would run different things."""
    return [
        f"{name}.txt: {package} is {version}, but {locks['dev'].get(package, 'missing')} in dev.txt"
        for name, pinned in locks.items()
        for package, version in pinned.items()
        if locks["dev"].get(package) != version and (name != APART or package in locks["dev"])
    ]


if __name__ == "__main__":
    sys.exit(main())
