"""`python -m pasar` is `pasar`."""

import sys


def main() -> None:
    try:
        from pasar.cli import main as command
    except ModuleNotFoundError as missing:
        from pasar.extras import how_to_install

        if (missing.name or "").startswith("pasar"):
            raise
        sys.exit(f"pasar: the command needs {missing.name}, which is not installed: {how_to_install('cli')}")
    command()


if __name__ == "__main__":
    main()
