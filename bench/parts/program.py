"""The program itself, run as anybody runs it, with what it took."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from pasar.lab.measure import MEGABYTE

UNIT = 1 if sys.platform == "darwin" else 1024  # bytes, in which the operating system counts memory


@dataclass(frozen=True)
class Run:
    said: dict[str, Any]
    seconds: float
    megabytes: float  # the most that its process ever had


def pasar(*words: str, **options: object) -> Run:
    """`pasar` with these words, options and --json."""
    given = (f"--{name}={value}" for name, value in options.items())
    command, began = [sys.executable, "-m", "pasar", *words, *given, "--json"], perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = perf_counter() - began
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Run(json.loads(said), seconds, used.ru_maxrss * UNIT / MEGABYTE)
