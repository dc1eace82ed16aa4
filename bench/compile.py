"""The first use on a machine that has no compiled code yet."""

from pasar.cli.bench import show
from pasar.lab import measure

show(measure.cold_compile())
