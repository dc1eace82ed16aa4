"""The switch, the cache and the stamp."""

import os
import subprocess
import sys

import pytest

from pasar.games import find, games
from pasar.kernel.jit import sources_hash
from pasar.kernel.stamp import stamp

SHOW = "import pasar.kernel.jit as jit, pasar.kernel.bits as bits; print(jit.ENABLED, type(bits.bit).__name__)"


def run(program, **settings):
    return subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **settings}, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_the_switch_runs_the_same_source_uncompiled(tmp_path):
    assert run(SHOW, PASAR_JIT="0") == "False function"
    assert run(SHOW, PASAR_JIT="1", PASAR_CACHE=str(tmp_path)) == "True CPUDispatcher"
    assert any(tmp_path.iterdir())


def test_games_can_be_listed_without_numpy_or_numba():
    program = "import sys, pasar.games; print(*pasar.games.games(), {'numpy', 'numba'} & set(sys.modules))"
    assert run(program) == " ".join([*games(), "set()"])


def test_a_cache_that_cannot_be_written_does_not_stop_anything(tmp_path):
    (tmp_path / "file").write_text("")
    program = "from pasar.kernel.bits import bit; print(int(bit(3)))"
    assert run(program, PASAR_CACHE=str(tmp_path / "file")) == "8"


def test_the_cache_is_named_by_the_sources():
    assert len(sources_hash()) == 16 and sources_hash() == sources_hash()


def test_a_template_is_stamped_once_for_each_game():
    bali, basari = find("bali"), find("basari")
    assert bali.stamp("pasar.games.doors") is bali.doors
    assert bali.doors is not basari.doors
    assert bali.doors.rules is bali.rules and basari.doors.rules is basari.rules


def test_a_template_that_is_not_there_is_named():
    with pytest.raises(ImportError, match=r"pasar\.kernel\.nothing"):
        stamp("pasar.kernel.nothing", "bali")
