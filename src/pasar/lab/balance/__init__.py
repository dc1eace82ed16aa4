"""Balance reports: many games, what they say about a game's seats, sources, kinds and variants, and a page of it."""
