"""What every compiled part stands on: the one decorator, random words, sets of bits."""
