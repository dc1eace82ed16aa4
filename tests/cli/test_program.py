"""The command line as a program: starting, being stopped, and output that nobody reads to the end."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

from pasar import __version__


def test_help_lists_the_commands(program: Any) -> None:
    said = program("--help")
    assert (said.code, said.err) == (0, "")
    for command in ("play", "sim", "replay", "verify", "bench"):
        assert f"\n  {command}" in said.out
    assert program().out == said.out


def test_version(program: Any) -> None:
    said = program("--version").out
    assert said.startswith(f"pasar {__version__} (Python 3.") and "Numba " in said and said.count("\n") == 1


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from pasar.cli import run; run(['--help']); run(['sim', '--help']); run(['--version'])\n"
        "heavy = {'numpy', 'numba', 'rich', 'prompt_toolkit'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


def test_exit_codes(program: Any) -> None:
    assert program("sim", "chess").code == 1
    assert program("sim", "bali", "--games", "none").code == 2
    said = program("sim", "bali", "--games", "1", "--json", PASAR_JIT="0")
    assert said.code == 0 and json.loads(said.out)["games"] == 1


def test_a_reader_that_leaves_is_no_error() -> None:
    environment = {**os.environ, "PASAR_JIT": "0"}
    for arguments in (["--help"], ["sim", "bali", "--games", "2"]):
        left, right = os.pipe()
        os.close(left)
        found = subprocess.run(
            [sys.executable, "-m", "pasar", *arguments],
            stdout=right,
            stderr=subprocess.PIPE,
            env=environment,
            check=False,
        )
        os.close(right)
        assert (found.returncode, found.stderr) == (1, b"")


# A shell that starts something in the background makes it deaf to Ctrl-C, and its children too.
LISTENING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from pasar.cli import main
sys.stderr.write("up\\n")  # only now, however long a busy machine takes to get here
main()
"""


def test_ctrl_c_ends_with_one_line() -> None:
    command = [sys.executable, "-c", LISTENING]
    running = subprocess.Popen(
        [*command, "sim", "bali", "--games", "1000000"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PASAR_JIT": "0"},
    )  # fmt: skip
    assert running.stderr is not None and running.stderr.readline() == "up\n"
    try:
        running.wait(timeout=2)
    except subprocess.TimeoutExpired:
        running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, "", "pasar: stopped\n")
