"""One table as its log tells it: what may happen there, and what each onlooker is told of it."""
