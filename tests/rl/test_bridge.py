"""Tensors over the environment's own memory."""

import sys

import numpy as np
import pytest

from pasar.errors import BadRules
from pasar.rl.bridge import shared
from pasar.rl.extras import MissingExtra
from pasar.rl.vector import ALIGNED, VectorEnv


@pytest.fixture
def env(game):
    made = VectorEnv(game.name, 5)
    made.reset(seed=1)
    return made


def test_arrays_lie_where_any_library_can_share_them(env):
    for name, array in env.arrays.items():
        assert array.ctypes.data % ALIGNED == 0 and array.flags.c_contiguous, name
        assert np.shares_memory(np.from_dlpack(array), array)


def test_torch_sees_the_next_step_without_asking(env, library):
    torch = library("torch")
    tensors = shared(env, "torch")
    for name, array in env.arrays.items():
        assert tensors[name].data_ptr() == array.ctypes.data, name
    env.step(env.sample())
    assert torch.equal(tensors["observations"], torch.tensor(env.observations))


def test_jax_shares_the_memory_too(env, library):
    jax = library("jax")
    tensors = shared(env, "jax")
    for name, array in env.arrays.items():
        assert tensors[name].unsafe_buffer_pointer() == array.ctypes.data, name
    env.step(env.sample())
    assert jax.numpy.array_equal(tensors["observations"], env.observations.copy())


def test_what_there_is_no_bridge_to_is_named(env, monkeypatch):
    with pytest.raises(BadRules, match=r"no bridge to 'abacus' .*torch, jax"):
        shared(env, "abacus")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtra, match="torch is not installed: pip install torch"):
        shared(env, "torch")
