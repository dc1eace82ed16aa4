"""Opponents. One contract for all of them."""
