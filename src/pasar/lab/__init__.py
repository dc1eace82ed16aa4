"""Many games at once, by chance or by bots, and what their numbers say."""
