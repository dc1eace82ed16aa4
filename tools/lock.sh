#!/bin/sh
# Makes requirements/*.txt from pyproject.toml: exact versions for every supported Python and system at once, with the
# hashes of all files of each version. Pins that still fit stay; `make lock UPGRADE=1` takes the newest of everything.
set -eu
cd "$(dirname "$0")/.."

upgrade=${UPGRADE:+--upgrade}

lock() {
    name=$1
    shift
    echo "locking requirements/$name.txt"
    # --no-config: the lock must not depend on the settings of the machine it was made on.
    # --fork-strategy fewest: one NumPy for every Python, not the newest for each.
    # shellcheck disable=SC2086  # $upgrade is one word or none
    .venv/bin/uv pip compile "$@" --quiet --no-config --universal --python-version 3.11 --fork-strategy fewest \
        --generate-hashes --no-emit-index-url --no-emit-find-links --annotation-style line \
        --custom-compile-command "make lock" $upgrade --output-file "requirements/$name.txt" >/dev/null
}

# All versions are settled once, in the largest set; the smaller sets follow it.
lock dev pyproject.toml --extra serve --group dev
upgrade=
lock runtime pyproject.toml --extra serve --constraint requirements/dev.txt
lock build --group build --constraint requirements/dev.txt
lock recipes pyproject.toml --group recipes --constraint requirements/dev.txt
.venv/bin/python tools/check_lock.py
