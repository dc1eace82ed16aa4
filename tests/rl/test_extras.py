"""A missing optional package says which extra to install."""

import subprocess
import sys

import pytest

from pasar.extras import how_to_install

HIDE = "import sys; sys.modules[{0!r}] = None; "


@pytest.mark.parametrize(
    ("hidden", "module", "extra"),
    [
        ("pettingzoo", "pasar.rl.bali_v0", "rl"),
        ("gymnasium", "pasar.rl.basari_v0", "rl"),
        ("pyspiel", "pasar.rl.openspiel", "openspiel"),
    ],
)
def test_it_names_the_extra(hidden, module, extra):
    code = HIDE.format(hidden) + f"import {module}"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = found.stderr.strip().splitlines()[-1]
    assert last.endswith(f"MissingExtra: {hidden} is not installed: {how_to_install(extra)}")


def test_a_picture_names_it_too():
    code = (
        HIDE.format("PIL")
        + "from pasar.rl import bali_v0; e = bali_v0.env(render_mode='rgb_array'); e.reset(); e.render()"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert found.stderr.strip().endswith(f"MissingExtra: PIL is not installed: {how_to_install('rl')}")


def test_the_vector_environment_needs_none():
    hide = "".join(HIDE.format(name) for name in ("pettingzoo", "gymnasium", "pyspiel", "torch", "PIL"))
    code = hide + "from pasar.rl.vector import VectorEnv; VectorEnv('bali', 2).reset(seed=1)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_vector_environment_does_not_mind_an_old_gymnasium():
    before_1_1 = "import gymnasium.vector; del gymnasium.vector.AutoresetMode; "
    code = before_1_1 + "from pasar.rl.vector import VectorEnv; VectorEnv('bali', 2).reset(seed=1)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
