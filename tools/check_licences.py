"""Checks the licences of what is installed with Pasar and of what its web client is built from.

Says one line per package whose licence is not on the list below, and ends with 1 if there is any. A licence that only
asks to be named may be added to ALLOWED; any other needs a reason in EXCEPTIONS.
"""

import json
import sys
import tomllib
from importlib.metadata import metadata
from pathlib import Path

from check_lock import pins
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT",
    "MIT-CMU", "PSF-2.0", "Zlib",
}  # fmt: skip
# Older packages do not name their licence as SPDX does, but in words of their own.
WORDS = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
OURS_UNCHANGED = "it asks for the source of its own files where they are changed, and we change none"
FONT = "a font may be packed with any software, as long as its licence goes with it and it is not sold alone"
EXCEPTIONS = {
    "@fontsource-variable/alegreya": ("OFL-1.1", FONT),
    "@fontsource-variable/source-sans-3": ("OFL-1.1", FONT),
    "certifi": ("MPL-2.0", OURS_UNCHANGED),
    "lightningcss": ("MPL-2.0", OURS_UNCHANGED),
    "orjson": ("MPL-2.0 AND (Apache-2.0 OR MIT)", OURS_UNCHANGED),
    "psycopg": (
        "LGPL-3.0-only",
        "a library of its own that only pasar[postgresql] asks for, and that anybody may replace",
    ),
}
CLASSIFIER = "License :: OSI Approved :: "

Licences = dict[str, str]  # package -> SPDX expression, or what else it says


def main() -> int:
    found = python_licences() | web_licences()
    findings = [
        f"{name}: {licence or 'it names none'} is not on the list"
        for name, licence in sorted(found.items())
        if not allowed(licence) and EXCEPTIONS.get(name, ("", ""))[0] != licence
    ]
    findings += [f"{name}: there is an exception, but no such package" for name in sorted(EXCEPTIONS.keys() - found)]
    for finding in findings:
        print(f"licence of {finding} (tools/check_licences.py has it)", file=sys.stderr)
    return 1 if findings else 0


def allowed(licence: str) -> bool:
    """Whether an SPDX expression can be met with the list. One with brackets is left to people."""
    return any(all(part in ALLOWED for part in choice.split(" AND ")) for choice in licence.split(" OR "))


def python_licences() -> Licences:
    """Of everything that Pasar runs with, and of what its extras ask for, as far as the lock has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime, dev = (
        pins((ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")) for name in ("runtime", "dev")
    )
    extras = {
        canonicalize_name(Requirement(line).name)
        for lines in project["optional-dependencies"].values()
        for line in lines
    }
    return {name: python_licence(name) for name in runtime.keys() | (extras & dev.keys())}


def python_licence(name: str) -> str:
    about = metadata(name)
    classifiers = about.get_all("Classifier") or []
    named = (
        about.get_all("License-Expression")
        or [line.removeprefix(CLASSIFIER) for line in classifiers if line.startswith(CLASSIFIER)]
        or about.get_all("License")
        or []
    )
    return " AND ".join(WORDS.get(each, each) for each in named)


def web_licences() -> Licences:
    """Of everything in the web client's lock that building needs; parts for one system count as their whole."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    return {
        path.rpartition("node_modules/")[2]: about.get("license", "")
        for path, about in lock["packages"].items()
        if path and not about.get("dev") and "cpu" not in about
    }


if __name__ == "__main__":
    sys.exit(main())
