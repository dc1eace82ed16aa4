"""What the tests of the environments share."""

import importlib
import os
import random
import warnings

import numpy as np
import pytest

# PettingZoo's tests know by name which environments may have a dict with a mask as observation: its own. All others are
# told so in these two sentences, whatever they do.
OWN_NAMES_ONLY = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


def options_of(kind):
    """The settings that make an environment of this kind."""
    return {name: value for name, value in kind.rules.items() if value is not False}


@pytest.fixture
def library():
    """One of the large libraries; without it a test is skipped, but not where they are all there (`make recipes`)."""
    if os.environ.get("PASAR_RECIPES") == "all":
        return importlib.import_module
    return lambda name: pytest.importorskip(name, reason=f"{name} is not installed: `make recipes` runs this")


@pytest.fixture
def settings():
    return options_of


@pytest.fixture
def strict():
    """Every warning is an error, but for PettingZoo's two."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for sentence in OWN_NAMES_ONLY:
            warnings.filterwarnings("ignore", message=sentence)
        yield


@pytest.fixture
def play():
    """Steps an environment by chance, for so many steps or to the end."""

    def steps(env, seed, count=10**9):
        choice = random.Random(seed)
        for _ in env.agent_iter(count):
            seen, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else choice.choice(np.flatnonzero(seen["action_mask"]).tolist()))

    return steps
