"""The command `pasar`. Each command is a file here, loaded when it is called, and imports what is heavy when it runs.

Exit codes: 0 fine, 1 something that a person can put right (one line on stderr), 2 a command that was typed wrongly.
"""

import atexit
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from pasar import __version__
from pasar.errors import PasarError, did_you_mean
from pasar.extras import how_to_install

COMMANDS = (
    "play",
    "serve",
    "join",
    "sim",
    "arena",
    "balance",
    "skill",
    "exploit",
    "train",
    "benchmark",
    "replay",
    "coach",
    "positions",
    "verify",
    "export",
    "admin",
    "backup",
    "restore",
    "bench",
    "completion",
)  # in the order of the help

EXTRAS = {"serve": "serve", "admin": "serve", "backup": "serve", "restore": "serve"}  # what commands need besides `cli`

FAULT, USAGE, STOPPED = 1, 2, 130


class _Commands(click.Group):
    """Loads `pasar.cli.NAME` for the command NAME; it is the function `command` there."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"{__name__}.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        typed = args[0]
        if typed not in COMMANDS and not typed.startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"no such command {typed!r:.60}{did_you_mean(typed, COMMANDS)}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            raise _Stopped from None
        except ModuleNotFoundError as missing:
            extra = EXTRAS.get(ctx.invoked_subcommand or "")
            if extra is None or (missing.name or "").startswith("pasar"):
                raise
            said = f"`pasar {ctx.invoked_subcommand}` needs {missing.name}, which is not installed"
            raise PasarError(f"{said}: {how_to_install(extra)}") from missing


class _Stopped(Exception):
    """Ctrl-C, under a name that click does not print an empty line for."""


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, expose_value=False, is_eager=True,
              callback=lambda ctx, _, asked: _tell_version(ctx) if asked else None,
              help="Show the versions of pasar and of what it runs on, and exit.")  # fmt: skip
@click.pass_context
def pasar(ctx: click.Context) -> None:
    """Bali and Basari: play them in the browser or the terminal, against people or bots; simulate them, let bots
    compete, find out how balanced they are, check and retell recorded games.

    `pasar COMMAND --help` explains a command with examples.

    \b
    Examples:
      pasar serve --open                   play in the browser
      pasar play bali --players 3          play in the terminal
      pasar sim basari --games 100000      simulate games

    \b
    Environment:
      PASAR_DATA     the folder that tables are kept in
      PASAR_CACHE    the folder of the compiled rules
      PASAR_JIT=0    run the rules as plain Python, to look into them with a debugger
      NO_COLOR       no colours and no progress bars

    \b
    Exit codes:
      0      fine
      1      something that you can put right; one line says what
      2      a command that was typed wrongly
      130    stopped by Ctrl-C

    Let the Tab key complete commands, options and games: `pasar completion --help`.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _tell_version(ctx: click.Context) -> None:
    """For whoever reports a fault: what numbers and speeds depend on. Read from the metadata, so it loads nothing."""
    from importlib.metadata import version
    from platform import python_version

    click.echo(f"pasar {__version__} (Python {python_version()}, Numba {version('numba')}, NumPy {version('numpy')})")
    ctx.exit()


def main() -> None:
    code = run(sys.argv[1:])
    _forget_colorama()
    sys.exit(code)


def _forget_colorama() -> None:
    """Numba starts colorama where it is installed; that would end every program with a code for terminals."""
    started = sys.modules.get("colorama.initialise")
    if started is not None:
        atexit.unregister(started.reset_all)


def run(arguments: Sequence[str]) -> int:
    """Run a command line; whatever goes wrong is one line on stderr and an exit code."""
    try:
        code = pasar.main(list(arguments), prog_name="pasar", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as fault:
        return _complain(f"{_one_line(fault)}; see {fault.ctx.command_path if fault.ctx else 'pasar'} --help", USAGE)
    except click.ClickException as fault:
        return _complain(_one_line(fault), FAULT)
    except PasarError as fault:
        return _complain(str(fault), FAULT)
    except BrokenPipeError:
        # Whoever read the output has left; without this the interpreter would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAULT
    except OSError as fault:
        return _complain(
            ": ".join(part for part in (str(fault.filename or ""), fault.strerror or str(fault)) if part), FAULT
        )
    except _Stopped:
        return _complain("stopped", STOPPED)
    return code if isinstance(code, int) else 0


def _one_line(fault: click.ClickException) -> str:
    text = " ".join(fault.format_message().split()).rstrip(".")
    return text[:1].lower() + text[1:]


def _complain(message: str, code: int) -> int:
    click.echo(f"pasar: {message}", err=True)
    return code
