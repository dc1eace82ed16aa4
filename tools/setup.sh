#!/bin/sh
# setup.sh runtime|dev: fills .venv with exactly what the lock names, and with Pasar itself (editable).
# Does nothing if that is already so. A changed lock, another Python or a moved checkout start it afresh.
set -eu
cd "$(dirname "$0")/.."
set_name=$1

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0
log=.venv/setup.log

identity() {
    "$1" -c 'import sys; print(sys.version, sys.base_prefix)' 2>/dev/null
}

right_python() {
    have=$(identity .venv/bin/python) || return 1
    [ -z "${PYTHON:-}" ] || [ "$have" = "$(identity "$PYTHON")" ]
}

# What the environment depends on. The path is part of it: the programs in .venv/bin name their interpreter by it.
fingerprint() {
    pwd
    cat requirements/*.txt | cksum
}

create() {
    python=$(sh tools/find_python.sh)
    echo "making .venv with $("$python" --version) ($python)"
    rm -rf .venv
    "$python" -m venv .venv
    fingerprint >.venv/fingerprint
}

pip_install() {
    .venv/bin/python -m pip install "$@" >"$log" 2>&1 || explain
}

explain() {
    if grep -q 'NewConnectionError\|NameResolutionError\|ConnectTimeout\|ProxyError\|ReadTimeout' "$log"; then
        echo "the package registry could not be reached: connect to the network and run the same command again" >&2
    elif grep -q 'No matching distribution' "$log"; then
        grep 'No matching distribution' "$log" >&2
        echo "no file of it fits $(.venv/bin/python --version) on this system:" \
            "try another Python, for example: make test PYTHON=python3.12" >&2
    else
        tail -n 15 "$log" >&2
        echo "installing failed; everything that was said is in $log" >&2
    fi
    exit 1
}

install_locked() {
    [ ! -e .venv/has-dev ] || return 0
    [ ! -e ".venv/has-$set_name" ] || return 0
    echo "installing requirements/$set_name.txt (the first time this takes a minute)"
    if [ "$set_name" = dev ]; then
        pip_install --no-compile --no-deps --require-hashes -r requirements/dev.txt
    else
        pip_install --no-compile --no-deps --require-hashes -r requirements/runtime.txt -r requirements/build.txt
    fi
    touch ".venv/has-$set_name"
}

# Editable, so only a change of the name, the version or the programs asks for it again.
install_pasar() {
    ! cmp -s pyproject.toml .venv/installed-pyproject.toml || return 0
    pip_install --no-deps --no-build-isolation --editable .
    cp pyproject.toml .venv/installed-pyproject.toml
}

if ! right_python || [ "$(fingerprint)" != "$(cat .venv/fingerprint 2>/dev/null)" ]; then
    create
fi
install_locked
install_pasar
