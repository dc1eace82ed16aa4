"""Basari for PettingZoo: `basari_v0.env(players=3)`."""

from pasar.rl.pettingzoo import makers

env, raw_env, parallel_env = makers("basari")
