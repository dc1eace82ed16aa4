"""Help of every command: complete, narrow enough for a terminal, with examples that can be typed as they stand."""

import re
import shlex
import subprocess
import sys
from contextlib import suppress

import click
import pytest

from pasar.cli import COMMANDS, pasar
from pasar.errors import PasarError

WIDEST = 100  # columns of a line of help
EXAMPLE = re.compile(r"^ +(pasar .+)$", re.MULTILINE)
END_OF_EXAMPLE = re.compile(r" {2,}| [<>] ")  # what follows explains it, or is for the shell


def found(name: str) -> click.Command:
    command = pasar.get_command(click.Context(pasar), name)
    assert command is not None
    return command


def help_of(command: click.Command, name: str) -> str:
    return command.get_help(click.Context(command, info_name=name))


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_what_it_does_with_examples(name: str) -> None:
    text = help_of(found(name), f"pasar {name}")
    assert "\n  Examples:\n" in text
    assert max(map(len, text.splitlines())) <= WIDEST


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained_in_a_sentence(name: str) -> None:
    for parameter in found(name).params:
        if isinstance(parameter, click.Option):
            assert re.match(r"[A-Z0-9a-z].*[.)\]]$", parameter.help or ""), parameter.name


def test_summaries_fit_on_their_lines() -> None:
    summaries = help_of(pasar, "pasar").partition("\nCommands:\n")[2].splitlines()
    assert len(summaries) == len(COMMANDS)
    assert [line for line in summaries if line.endswith("...") or not line.endswith(".")] == []


def examples() -> list[str]:
    texts = [help_of(pasar, "pasar"), *(help_of(found(name), f"pasar {name}") for name in COMMANDS)]
    lines = [line for text in texts for line in EXAMPLE.findall(text)]
    return sorted({END_OF_EXAMPLE.split(line)[0] for line in lines})


@pytest.mark.parametrize("line", examples())
def test_examples_can_be_typed(line: str) -> None:
    """Reading them as the command line would is enough to find an option that is gone; they are run nowhere."""
    _, name, *arguments = shlex.split(line)
    command = found(name)
    with suppress(PasarError):  # a file that an example speaks of is not there
        assert left_of(command, name, arguments) == []


def left_of(command: click.Command, name: str, arguments: list[str]) -> list[str]:
    """What nobody has read of a line; a command of commands leaves the rest to one of them."""
    context = command.make_context(name, arguments)
    rest = [*context._protected_args, *context.args]
    if rest and isinstance(command, click.Group):
        below, inner, rest = command.resolve_command(context, rest)
        assert below is not None and inner is not None
        return left_of(inner, below, rest)
    return rest


def test_examples_are_found() -> None:
    assert {line.split()[1] for line in examples()} == set(COMMANDS)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell: str, program) -> None:
    said = program("completion", shell)
    assert said.code == 0 and f"{shell}_complete" in said.out


def completed(*words: str) -> list[str]:
    """What bash is offered for the last word, by the program itself."""
    typed = {
        "COMP_WORDS": " ".join(["pasar", *words]),
        "COMP_CWORD": str(len(words)),
        "_PASAR_COMPLETE": "bash_complete",
    }
    command = [sys.executable, "-m", "pasar"]
    return subprocess.run(command, env=typed, capture_output=True, text=True, check=True).stdout.split()


def test_commands_games_options_and_files_are_completed() -> None:
    assert completed("se") == ["plain,serve"]
    assert completed("sim", "ba") == ["plain,bali", "plain,basari"]
    assert completed("serve", "--po") == ["plain,--port"]
    assert completed("replay", "evening") == ["file,evening"]
