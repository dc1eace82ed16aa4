"""The whole server in a simulated world: one seed is one history, byte for byte. See docs/simulation.md."""
