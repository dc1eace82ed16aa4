"""Telling people outside the table that it is their turn."""
