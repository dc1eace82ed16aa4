"""How many ways there are to go on from fixed positions of Basari (see tests/contract/test_perft.py)."""

# By the kind of table: sequences of 1, 2, 3, ... decisions from the deal of seed 1.
FROM_DEALS = {
    "basari-3": [3, 9, 27, 99, 369, 1395, 5505],
    "basari-3-idle": [3, 9, 27, 99, 369, 1395, 5505],
    "basari-4": [3, 9, 27, 81, 297, 1107, 4185],
    "basari-4-idle": [3, 9, 27, 81, 297, 1107, 4185],
    "basari-5": [4, 16, 64, 256, 1024, 4096, 16384],
    "basari-5-idle": [4, 16, 64, 256, 1024, 4096, 16384],
}

# By line of the game's records: sequences of decisions, and of whole moves as texts, from the middle of that game.
FROM_RECORDS = {
    1: ([3, 9, 27, 99], [3, 9]),
    6: ([5, 31, 145, 717], [656]),
    11: ([3, 9, 27, 81], [3, 9]),
    16: ([3, 10, 27, 72], [31, 77]),
    21: ([2, 4, 8, 16], [2, 4]),
    26: ([4, 16, 64, 349], [4, 16]),
}
