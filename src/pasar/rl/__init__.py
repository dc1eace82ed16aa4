"""The games where researchers work: PettingZoo, OpenSpiel, and thousands of games at once in one array."""

VERSION = 0  # rises whenever the same seed and the same actions lead to other observations, masks or rewards
