"""What takes long to make is made once for all processes that share the tests."""

import fcntl
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that whoever comes first fills; the others wait for it. Nobody changes it afterwards."""
    shared = factory.getbasetemp()
    if shared.name.startswith("popen-"):  # one of several processes: their folders lie side by side
        shared = shared.parent
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            folder.mkdir(exist_ok=True)
            make(folder)
            done.touch()
    return folder
