"""Whole games and decisions a second on one core, beside the same source uncompiled."""

from pasar.cli.bench import show
from pasar.lab import measure

show(measure.random_games())
