"""A game as files that a browser plays without a server: compiled rules as WebAssembly, words and tables as JSON."""
