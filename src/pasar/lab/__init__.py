"""Many games at once: random play for now, and what the numbers say."""
