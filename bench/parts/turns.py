"""Two checkouts measured in turns, so that whatever else the machine does, it does to both.

What measures is a program's text that prints one number. The Python of either checkout runs it, and it must mean the
same there.
"""

import argparse
import subprocess
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent.parent.parent


def parser(about: str | None) -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--against", type=Path, help="another checkout of Pasar, set up with `make`, to compare with")
    options.add_argument("--pairs", type=int, default=5, help="turns of each side")
    return options


def in_turns(work: str, arguments: list[str], options: argparse.Namespace) -> tuple[list[float], list[float]]:
    """What this checkout says, and the other one, if there is one."""
    here, there = [], []
    for _ in range(options.pairs):
        here.append(measured(HERE, work, arguments))
        if options.against:
            there.append(measured(options.against, work, arguments))
    return here, there


def measured(checkout: Path, work: str, arguments: list[str]) -> float:
    command = [str(checkout.resolve() / ".venv" / "bin" / "python"), "-c", work, *arguments]
    return float(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=checkout).stdout)


def told(found: list[float]) -> str:
    return f"{median(found):,.1f} ({min(found):,.1f} to {max(found):,.1f})"


def compared(here: list[float], there: list[float], options: argparse.Namespace) -> str:
    """One line about the other checkout; each pair's share says more than the two medians do."""
    shares = sorted(mine / other for mine, other in zip(here, there, strict=True))
    spread = f"{shares[0]:.2f} to {shares[-1]:.2f}"
    return f"  {options.against}: {told(there)}; this has {median(shares):.3f} of it, pair by pair {spread}"
