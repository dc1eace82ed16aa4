"""What is in the box and what the rulebook prints: every number of the game has its name here."""

from pasar.games.experiment import Box

BOX = Box("bali")

# Goods are also the types of farmer: farmer kind = FARMER + good.
GOODS = 4
RICE, PEANUT, BANANA, PEPPER = range(GOODS)
GOOD_NAMES = ("rice", "peanut", "banana", "pepper")

# Kinds of card. The oracle is a card of the pile but is never held, laid or scored.
MASON, PRIEST, SHRINE, FARMER = range(4)
KINDS = FARMER + GOODS
ORACLE = KINDS
KIND_NAMES = ("mason", "priest", "shrine", *GOOD_NAMES, "oracle")

SEATS = 4  # at most
FEWEST_SEATS = 2

# B2: the playing cards without the oracles; and the goods.
CARD_COUNTS = BOX.numbers(
    "card_counts", (12, 9, 9, 5, 5, 5, 5), "masons, priests, shrines, farmers of each type", most=16
)
CARDS = sum(CARD_COUNTS)
ORACLES = BOX.number("oracles", 8, "oracles in the pile, with that variant", most=20)
GOODS_OF_A_TYPE = BOX.number("goods_of_a_type", 25, "goods of each type in the box", most=40)

# Setup (B3, B4, B15).
STARTING_FARMERS = GOODS - 1  # each starting set lacks another type
STARTING_MASONS = BOX.number("starting_masons", 1, "masons in front of everybody at the start", most=6)
STARTING_GOODS = BOX.number("starting_goods", 1, "goods of each type that everybody starts with", most=6)
START_STONE = BOX.numbers("start_stone", (2, 3, 4, 5), "stone at the start, by seat")
ORACLE_ALTAR = 1  # of each type, face down on the altar

# The offer.
ROWS = BOX.number("rows", 4, "rows of the offer", least=2, most=6)
ROW = BOX.number("row_cards", 4, "cards of a new row", least=1, most=8)
OFFER = ROWS * ROW
PILE = CARDS - OFFER + ORACLES  # at most

# A turn (B5, B6, B8).
GOOD_PRICE = BOX.number("good_price", 5, "stone for a good, less one for each own farmer of its type", most=30)
SHRINE_PRICE = BOX.number("shrine_price", 7, "stone for playing a shrine", most=60)
FARMER_PRICE = BOX.number("farmer_price", 1, "stone for each farmer after the first that is played at once", most=10)
MOST_FARMERS = BOX.number("most_farmers", 3, "farmers of a type that can be played at once", least=1, most=5)
HAND = BOX.number("hand", 3, "cards up to which everybody takes", least=3, most=6)

# Rewards (B10, B11) and the oracle (B16).
MASON_STONE = BOX.number("mason_stone", 1, "stone for each mason when masons are scored", most=10)
PRIEST_POINTS = BOX.number("priest_points", 1, "points for each priest when priests are scored", most=10)
SHRINE_REWARD = BOX.number("shrine_reward", 1, "stone or points for each shrine when shrines are scored", most=10)
MAJORITY = BOX.number("majority", 2, "cards that a majority needs at least for its extra", least=1, most=10)
EXTRA = BOX.number("extra", 1, "what a majority gets on top: stone, points or goods", most=10)
ORACLE_DEPTH = BOX.number("oracle_depth", 4, "cards that the oracle shows", least=1, most=4)

# The end (B13, B14).
GOOD_VALUES = BOX.numbers(
    "good_values", (3, 2, 1, 0), "points for a good, by the rank of its type on the altar", most=12
)
SHRINE_POINTS = BOX.number("shrine_points", 4, "points for each shrine at the end", most=60)
STONE_FOR_A_POINT = BOX.number("stone_for_a_point", 5, "stone that is worth a point at the end", least=1, most=60)

# The most cards that can lie on the altar: for each shrine one from everybody and one from the supply.
ALTAR = CARD_COUNTS[SHRINE] * (SEATS + 1) + GOODS * ORACLE_ALTAR


def _longest_diary(players: int) -> int:
    """How often goods can change place: the supply's go once, each shrine takes one a player, the oracles give."""
    from_supply = GOODS * (GOODS_OF_A_TYPE - players * STARTING_GOODS)
    return from_supply + CARD_COUNTS[SHRINE] * players + ORACLES


DIARY = max(_longest_diary(players) for players in range(FEWEST_SEATS, SEATS + 1))

BOX.demand(
    OFFER < CARDS, f"{CARDS} cards are too few: the offer takes {OFFER}, and there must be a pile (card_counts, rows)"
)
BOX.demand(PILE < 128, f"a pile of {PILE} cards is too high: 127 at most (card_counts, oracles, rows)")
BOX.demand(
    SEATS * STARTING_GOODS + ORACLE_ALTAR <= GOODS_OF_A_TYPE,
    f"goods_of_a_type must be {SEATS * STARTING_GOODS + ORACLE_ALTAR} or more: starting_goods for {SEATS}, the altar",
)
