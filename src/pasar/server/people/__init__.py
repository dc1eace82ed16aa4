"""Who is asking: sessions, tokens, names, and how often something may be done."""
