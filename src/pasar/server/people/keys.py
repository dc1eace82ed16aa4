"""The server's key: 32 random bytes in a file of their own. Whoever has it can sign cookies for anybody.

It is made at the first start. Several processes that start at once agree on one: a key is written under another name
first and then linked to its place, which only one of them can do.
"""

import os
import secrets
import stat
from pathlib import Path

from pasar.errors import PasarError
from pasar.files import why_not

SIZE = 32  # bytes
FOLDER_MODE = 0o700
KEY_MODE = 0o600
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class BadKey(PasarError):
    """A key file that must not or cannot be used."""


def load_key(path: str | Path) -> bytes:
    """The key in this file, which is made if it is not there."""
    file = Path(path)
    try:
        if not file.exists():
            _make(file)
        return _read(file)
    except OSError as fault:
        raise BadKey(
            f"the key file {file} cannot be used: {why_not(fault)}; "
            "choose another folder with --data, or file with --key-file"
        ) from fault


def _make(file: Path) -> None:
    file.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        _write(part, secrets.token_bytes(SIZE))
        os.link(part, file)  # fails if another process was faster: then its key is ours
    except FileExistsError:
        pass
    finally:
        part.unlink(missing_ok=True)


def _write(file: Path, key: bytes) -> None:
    """On the disk before anybody can find it: half a key would be found by every later start."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, KEY_MODE), "wb") as opened:
        opened.write(key)
        opened.flush()
        os.fsync(opened.fileno())


def _read(file: Path) -> bytes:
    with file.open("rb") as opened:
        about = os.fstat(opened.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise BadKey(f"the key file {file} is not a plain file; name another one with PASAR_KEY_FILE")
        if about.st_mode & OTHERS:
            raise BadKey(f"the key file {file} can be read by others; put it right with: chmod 600 {file}")
        key = opened.read(SIZE + 1)
    if len(key) != SIZE:
        raise BadKey(
            f"the key file {file} does not hold {SIZE} bytes; restore it, or remove it (all guests are then forgotten)"
        )
    return key
