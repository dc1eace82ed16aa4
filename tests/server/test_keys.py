"""The key file: made once, kept close, refused if it is not what it should be."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pasar.server.people.keys import BadKey, load_key

PROCESSES = 8
LOADS = "import sys; from pasar.server.people.keys import load_key; print(load_key(sys.argv[1]).hex())"


def test_a_key_is_made_once_and_readable_by_nobody_else(tmp_path: Path) -> None:
    file = tmp_path / "new" / "folder" / "key"
    key = load_key(file)
    assert len(key) == 32 and load_key(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert [path.name for path in file.parent.iterdir()] == ["key"]
    assert load_key(tmp_path / "other") != key


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "key"
    load_key(file)
    file.chmod(0o640)
    with pytest.raises(BadKey, match="chmod 600"):
        load_key(file)


@pytest.mark.parametrize("size", [0, 31, 33, 5000])
def test_a_key_of_a_wrong_size_is_refused(tmp_path: Path, size: int) -> None:
    file = tmp_path / "key"
    file.write_bytes(bytes(size))
    file.chmod(0o600)
    with pytest.raises(BadKey, match="does not hold 32 bytes"):
        load_key(file)


def test_what_cannot_be_a_key_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "key"):
        with pytest.raises(BadKey, match="cannot be used"):
            load_key(path)


def test_processes_that_start_at_once_agree_on_one_key(tmp_path: Path) -> None:
    file = tmp_path / "key"
    started = [
        subprocess.Popen([sys.executable, "-c", LOADS, str(file)], stdout=subprocess.PIPE, text=True)
        for _ in range(PROCESSES)
    ]
    keys = {process.communicate(timeout=60)[0] for process in started}
    assert keys == {load_key(file).hex() + "\n"}
