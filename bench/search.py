"""Simulations a second, the memory of one search, and what threads gain."""

from pasar.cli.bench import show
from pasar.lab import measure_bots

show(measure_bots.search_speed() + measure_bots.search_memory() + measure_bots.search_threads())
