"""How a line is read from a person: with completion on a terminal, plainly from a pipe."""

import sys
from collections.abc import Callable, Sequence

import click

from pasar.cli import screen

Ask = Callable[[str, Sequence[str]], str]  # a question and what could be answered; raises EOFError at the end

MENU_LINES = 3  # kept free below the prompt for completions


def reader() -> Ask:
    """The reader that fits where this runs."""
    if screen.is_lively(sys.stdin.isatty() and sys.stdout.isatty()):
        return _completing()
    return _plain


def _plain(question: str, answers: Sequence[str]) -> str:
    typed = input(question)
    if not sys.stdin.isatty():
        click.echo(typed)  # piped in, it would not be seen otherwise
    return typed


def _completing() -> Ask:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.formatted_text import FormattedText

    session: PromptSession[str] = PromptSession(reserve_space_for_menu=MENU_LINES)

    def ask(question: str, answers: Sequence[str]) -> str:
        completer = WordCompleter(list(answers), sentence=True, ignore_case=True)
        return session.prompt(FormattedText([("bold", question)]), completer=completer)

    return ask
