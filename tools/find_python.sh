#!/bin/sh
# Prints a Python that can run Pasar: $PYTHON if it is set, else the first good one of those below.
# If there is none, says which ones were found and how to get one.
set -eu

candidates() {
    if [ -n "${PYTHON:-}" ]; then
        echo "$PYTHON"
        return
    fi
    printf '%s\n' python3.13 python3.12 python3.11 python3 python
    # pyenv's shims answer only for the version that is switched on; the others are there all the same.
    for pyenv_python in "${PYENV_ROOT:-${HOME:-}/.pyenv}"/versions/3.*/bin/python3; do
        if [ -x "$pyenv_python" ]; then echo "$pyenv_python"; fi
    done
}

# "3.12 yes" or "3.12 no": the version, and whether it can make environments (Debian packs that separately).
describe() {
    "$1" -c '
import sys
from importlib.util import find_spec
print("%d.%d" % sys.version_info[:2], "yes" if find_spec("venv") and find_spec("ensurepip") else "no")
' 2>/dev/null
}

new_enough() {
    [ "${1%%.*}" -eq 3 ] && [ "${1#*.}" -ge 11 ]
}

found=
without_venv=
list=$(candidates)
while IFS= read -r python; do
    about=$(describe "$python") || continue
    version=${about% *}
    if ! new_enough "$version"; then
        found="$found, $version ($python)"
    elif [ "${about#* }" = no ]; then
        without_venv=${without_venv:-"$python $version"}
    else
        echo "$python"
        exit 0
    fi
done <<END
$list
END

if [ -n "$without_venv" ]; then
    echo "${without_venv% *} cannot make virtual environments: install its venv module" \
        "(Debian, Ubuntu: apt install python${without_venv##* }-venv)," \
        "or name another Python: make test PYTHON=/path/to/python" >&2
elif [ -n "$found" ]; then
    echo "Pasar needs Python 3.11 or newer, and there is only ${found#, }: install one" \
        "(python.org, your system's packages, or: pyenv install 3.13), or name it: make test PYTHON=/path/to/python" >&2
else
    echo "Pasar needs Python 3.11 or newer, and ${PYTHON:-python3} was not found: install one" \
        "(python.org, your system's packages, or: pyenv install 3.13), or name it: make test PYTHON=/path/to/python" >&2
fi
exit 1
