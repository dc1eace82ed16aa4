"""The coach: what was luck in a finished game, what was play, where it turned, and why."""

from pasar.coach.analysis import Analysis, analyse, luck

__all__ = ["Analysis", "analyse", "luck"]
