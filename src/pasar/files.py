"""Files that appear whole or not at all, and a way to ask beforehand whether they can."""

import errno
from collections.abc import Iterable
from pathlib import Path

from pasar.errors import PasarError

LONGEST_NAME = 200  # characters of a name in a message


def check_writable(path: str | Path) -> None:
    """Say before the work, not after it, that a file cannot be written. Nothing is left behind by asking."""
    try:
        _refuse_special(Path(path))
        part = _part(path)
        with part.open("a"):
            pass
        if part.stat().st_size == 0:
            part.unlink()
    except (OSError, ValueError) as fault:
        raise _cannot(path, fault) from fault


def check_new(path: str | Path, overwrite: bool = False) -> None:
    """The same, and that nothing gives way to it that somebody may want to keep."""
    check_writable(path)
    if Path(path).exists() and not overwrite:
        raise PasarError(f"{shown(path)} is there already: name another file, or say --overwrite")


def write_lines(path: str | Path, lines: Iterable[str]) -> None:
    """Write lines to a file that takes the place of an older one only when the last line is written."""
    check_writable(path)
    part = _part(path)
    try:
        with part.open("w", encoding="utf-8") as file:
            for line in lines:
                file.write(line + "\n")
        part.replace(path)
    except OSError as fault:
        raise _cannot(path, fault) from fault
    finally:
        part.unlink(missing_ok=True)


def _part(path: str | Path) -> Path:
    target = Path(path)
    return target.with_name(target.name + ".part") if target.name else target


def _refuse_special(target: Path) -> None:
    """A finished file takes the place of the old one. In place of /dev/null or a link that would destroy it."""
    if not target.name or target.is_dir():
        raise OSError(errno.EISDIR, "it is a folder")
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise OSError(errno.EINVAL, "it is a link or a device, not a plain file")


def _cannot(path: str | Path, fault: OSError | ValueError) -> PasarError:
    return PasarError(f"{shown(path)} cannot be written: {why_not(fault)}")


def shown(path: object) -> str:
    """A file's name for a message: it fits into one line."""
    name = str(path)
    return name if name.isprintable() and len(name) <= LONGEST_NAME else f"{name!r:.{LONGEST_NAME}}"


def why_not(fault: OSError | ValueError) -> str:
    """What the system has against a file, as the end of a sentence."""
    return (getattr(fault, "strerror", None) or str(fault)).lower()
