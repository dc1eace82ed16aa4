#!/bin/sh
# Runs the tests that need the large libraries of learners (PyTorch, JAX, Stable-Baselines3, dm-tree), in an environment
# of their own: build/recipes, some gigabytes. None of them may be skipped here.
set -eu
cd "$(dirname "$0")/.."
lock=requirements/recipes.txt
env=build/recipes

if ! cmp -s "$lock" "$env/installed.txt"; then
    echo "making $env from $lock, which takes minutes and 6.3 GB of the disk"
    rm -rf "$env"
    "$(sh tools/find_python.sh)" -m venv "$env"
    PIP_DISABLE_PIP_VERSION_CHECK=1 "$env/bin/python" -m pip install --quiet --require-hashes -r "$lock"
    cp "$lock" "$env/installed.txt"
fi
PASAR_RECIPES=all PYTHONPATH=src exec "$env/bin/python" -m pytest tests/rl/test_recipes.py tests/rl/test_bridge.py \
    tests/rl/test_openspiel.py -k "not openspiel or dqn" --durations 5 "$@"
