"""A million games on two workers: the time, and how far the memory grows."""

from pasar.cli.bench import show
from pasar.lab import measure

show(measure.million())
