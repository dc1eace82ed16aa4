"""How many ways there are to go on from fixed positions of Bali (see tests/contract/test_perft.py)."""

# By the kind of table: sequences of 1, 2, 3, ... decisions from the deal of seed 1.
FROM_DEALS = {
    "bali-2": [3, 12, 36, 144, 405, 1548, 4740],
    "bali-2-demon": [3, 9, 27, 81, 234, 696, 1953],
    "bali-2-oracle": [3, 12, 36, 144, 405, 1548, 4740],
    "bali-2-oracle-demon": [3, 9, 27, 81, 234, 696, 1953],
    "bali-3": [3, 12, 36, 144, 648, 2052, 7776],
    "bali-3-demon": [3, 9, 27, 81, 333, 999, 2997],
    "bali-3-oracle": [3, 12, 36, 144, 648, 2052, 7776],
    "bali-3-oracle-demon": [3, 9, 27, 81, 333, 999, 2997],
    "bali-4": [3, 12, 36, 144, 648, 2052, 8640],
    "bali-4-demon": [3, 9, 27, 81, 333, 999, 3645],
    "bali-4-oracle": [3, 12, 36, 144, 648, 2052, 8640],
    "bali-4-oracle-demon": [3, 9, 27, 81, 333, 999, 3645],
}

# By line of the game's records: sequences of decisions, and of whole moves as texts, from the middle of that game.
FROM_RECORDS = {
    1: ([4, 17, 66, 308], [4, 17]),
    6: ([4, 10, 30, 90], [4, 10]),
    11: ([5, 15, 60, 240], [5, 15]),
    16: ([2, 6, 14, 42], [2, 6]),
    21: ([4, 12, 48, 198], [4, 12]),
    26: ([5, 10, 35, 155], [5, 10]),
    31: ([4, 17, 68, 290], [4, 17]),
    36: ([4, 16, 48, 112], [4, 16]),
    41: ([5, 10, 40, 190], [5, 10]),
    46: ([3, 13, 43, 169], [3, 13]),
    51: ([4, 11, 24, 87], [4, 11]),
    56: ([2, 6, 18, 54], [2, 6]),
}
