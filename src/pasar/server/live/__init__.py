"""Tables in use: who looks on, what is written and told, bots, and the list of all that are open here."""
