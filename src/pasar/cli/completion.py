"""`pasar completion`: what makes the Tab key complete `pasar` in a shell."""

import click
from click.shell_completion import get_completion_class

VARIABLE = "_PASAR_COMPLETE"  # by which the shell's script asks; click answers it before any command runs
SHELLS = ("bash", "zsh", "fish")


@click.command("completion", short_help="Let the Tab key complete pasar in your shell.")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the script that lets SHELL complete commands, options, games and files with the Tab key.

    \b
    Examples:
      eval "$(pasar completion bash)"     in ~/.bashrc
      eval "$(pasar completion zsh)"      in ~/.zshrc, after compinit
      pasar completion fish > ~/.config/fish/completions/pasar.fish
    """
    from pasar.cli import pasar

    found = get_completion_class(shell)
    assert found is not None  # click has one for each of SHELLS
    click.echo(found(pasar, {}, "pasar", VARIABLE).source())
