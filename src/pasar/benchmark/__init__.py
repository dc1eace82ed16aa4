"""A standing benchmark for learners: fixed tasks, opponents, deals and budgets, and one score with its uncertainty.

The number rises when anything changes that a score depends on; scores of different numbers are not compared.
"""

VERSION = 1
