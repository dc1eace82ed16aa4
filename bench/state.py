"""How many bytes one game in progress takes."""

from pasar.cli.bench import show
from pasar.lab import measure

show(measure.state_sizes())
