"""What every compiled part stands on: the one decorator, random numbers, sets of bits."""
