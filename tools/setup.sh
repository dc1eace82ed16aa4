#!/bin/sh
# setup.sh runtime|dev: fills .venv with exactly what the lock names, and with Pasar itself (editable).
# Does nothing if that is already so. A changed lock, another Python or a moved checkout start it afresh.
set -eu
cd "$(dirname "$0")/.."
set_name=$1

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0
log=.venv/setup.log
full='No space left on device'
no_network='NewConnectionError\|NameResolutionError\|ConnectTimeout\|ProxyError\|ReadTimeout'

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
    cat requirements/build.txt requirements/dev.txt requirements/runtime.txt | cksum
}

create() {
    python=$(sh tools/find_python.sh)
    [ -w . ] || stop "this folder cannot be written to, and Pasar sets itself up in it: $(pwd). Copy it to a folder of" \
        "your own and run the same command there"
    echo "Setting up Pasar in this folder, which takes two minutes the first time and needs the network."
    echo "making .venv with $("$python" --version) ($python)"
    rm -rf .venv
    "$python" -m venv .venv || stop "making .venv failed: is the disk full? Then run the same command again"
    fingerprint >.venv/fingerprint
}

stop() {
    echo "$*" >&2
    exit 1
}

# uv takes a fifth of the processor's time. What it cannot do is left to pip, unless pip could not do it either.
install() {
    if .venv/bin/python tools/uv.py "$@" >"$log" 2>&1; then return; fi
    if grep -q "$full\|$no_network" "$log"; then explain; fi
    pip_install --no-compile "$@"
}

pip_install() {
    # A pipe tells only how its last part ended, so that pip ended well is told by a file.
    rm -f .venv/installed
    { PYTHONUNBUFFERED=1 .venv/bin/python -m pip install "$@" && touch .venv/installed; } 2>&1 | watched
    [ -e .venv/installed ] || explain
}

# Keeps what pip says in the log. Who looks at a terminal sees a count meanwhile.
watched() {
    : >"$log"
    count=0
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        case $line in
            Collecting* | Processing*) count=$((count + 1)) message="  got $count of $total" ;;
            Installing*) message="  unpacking them" ;;
            *) continue ;;
        esac
        [ ! -t 1 ] || printf '\r%-50s' "$message"
    done
    [ ! -t 1 ] || printf '\r%-50s\r' ''
}

explain() {
    if grep -q "$full" "$log"; then
        echo "the disk is full: make room ($(du -sh .venv | cut -f1) are in .venv already) and run the same command again" >&2
    elif grep -q "$no_network" "$log"; then
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
    # shellcheck disable=SC2046  # one word for each file
    total=$(cat $(locks) | grep -c '^[a-z0-9].*==')
    echo "installing $total Python packages (the first time this takes a minute)"
    # shellcheck disable=SC2046
    install --no-deps --require-hashes $(locks | sed 's/[^ ]*/-r &/g')
    touch ".venv/has-$set_name"
}

# The locks that this set consists of.
locks() {
    if [ "$set_name" = dev ]; then echo requirements/dev.txt; else echo requirements/runtime.txt requirements/build.txt; fi
}

# Editable, so only a change of the name, the version or the programs asks for it again.
install_pasar() {
    ! cmp -s pyproject.toml .venv/installed-pyproject.toml || return 0
    total=1
    install --no-deps --no-build-isolation --editable .
    cp pyproject.toml .venv/installed-pyproject.toml
}

if ! right_python || [ "$(fingerprint)" != "$(cat .venv/fingerprint 2>/dev/null)" ]; then
    create
fi
install_locked
install_pasar
