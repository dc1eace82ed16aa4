"""How long `pasar --help` and a compiled `pasar sim` take to start."""

from pasar.cli.bench import show
from pasar.lab import measure

show(measure.starts())
