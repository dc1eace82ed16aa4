"""What reports and benches say of Bali alone (see `pasar.games.chapters`)."""

from pasar.games.chapters import Bench

EVENING = "stone"
COLOURS = {
    "rice": "#8a9a5b", "peanuts": "#a0703c", "peanut": "#a0703c", "bananas": "#c9a227", "banana": "#c9a227",
    "peppers": "#cc4b40", "pepper": "#cc4b40",
}  # fmt: skip
BENCH = Bench({"players": 4, "oracle": True, "demon": True}, 100_000, 10, {2: 80_000, 4: None})
