"""How optional packages are installed here: whoever lacks one is told a command that works as it stands."""

import shlex
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def how_to_install(extra: str) -> str:
    """With the pip that belongs to this Python. No index knows a checkout, which is installed from its own folder."""
    pip = Path(sys.prefix) / "bin" / "pip"
    program = shlex.quote(_short(pip)) if pip.exists() else "pip"
    if (CHECKOUT / "tools" / "setup.sh").exists():
        return f"{program} install -e '{_short(CHECKOUT)}[{extra}]'"
    return f"{program} install 'pasar[{extra}]'"


def _short(path: Path) -> str:
    """As somebody would type it who is where we are."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
