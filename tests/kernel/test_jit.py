"""The switch and the cache."""

import os
import shutil
import subprocess
import sys

import numpy as np

from pasar.games import games
from pasar.games.bali.box import GOOD_VALUES
from pasar.games.bali.counting import value_of
from pasar.kernel.jit import ENABLED, PACKAGE

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


def test_the_cache_is_named_by_what_is_compiled(tmp_path):
    """An edited rule gives compiled code another folder, an edited page that is never compiled does not."""
    package = tmp_path / "pasar"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("web", "__pycache__"))

    def folder():
        program = "from pasar.kernel.jit import cache_folder; print(cache_folder().name)"
        return run(program, PYTHONPATH=str(tmp_path), PASAR_CACHE=str(tmp_path / "cache"))

    before = folder()
    for source, changes in (("match/match.py", False), ("games/bali/box.py", True), ("bots/tree.py", True)):
        with (package / source).open("a") as file:
            file.write("# edited\n")
        after = folder()
        assert (after != before) is changes, source
        before = after


def test_a_second_checkout_finds_what_the_first_has_compiled(tmp_path):
    for checkout in ("first", "second"):
        shutil.copytree(PACKAGE, tmp_path / checkout / "pasar", ignore=shutil.ignore_patterns("web", "__pycache__"))

    def loaded(checkout):
        program = "from pasar.kernel.bits import bit; bit(3); print(sum(bit.stats.cache_hits.values()))"
        places = {"PYTHONPATH": str(tmp_path / checkout), "PASAR_CACHE": str(tmp_path / "cache")}
        return run(program, PASAR_JIT="1", **places)

    assert [loaded("first"), loaded("second")] == ["0", "1"]


def test_an_inner_kernel_answers_python_and_kernels_alike():
    assert value_of(np.array([3, 1, 0, 2]), 0) == GOOD_VALUES[0]
    if ENABLED:  # what compiled callers reach is another one, without a way in from Python
        assert value_of.get_overload.__self__ is not value_of
