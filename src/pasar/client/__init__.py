"""Programs of one's own at tables of a server: what `pasar join` does."""
