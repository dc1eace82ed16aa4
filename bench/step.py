"""What one decision costs when Python asks for the open actions and plays one."""

from pasar.cli.bench import show
from pasar.lab import measure

show(measure.steps())
