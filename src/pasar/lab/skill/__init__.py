"""Does a game reward skill? Levels of bots alone and against each other, and what single decisions are worth."""
