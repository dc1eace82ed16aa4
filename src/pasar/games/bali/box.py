"""What is in the box and what the rulebook prints: every number of the game has its name here."""

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

# B2: the playing cards by kind, without the oracles; and the goods.
CARD_COUNTS = (12, 9, 9, 5, 5, 5, 5)
CARDS = sum(CARD_COUNTS)
ORACLES = 8
GOODS_OF_A_TYPE = 25

# Setup (B3, B4, B15).
STARTING_FARMERS = GOODS - 1  # each starting set lacks another type
STARTING_GOODS = 1  # of each type, for every player
FIRST_STONE = 2  # for seat 0; one more for each seat after it
ORACLE_ALTAR = 1  # of each type, face down on the altar

# The offer.
ROWS = 4
ROW = 4  # cards of a full row
OFFER = ROWS * ROW
PILE = CARDS - OFFER + ORACLES  # at most

# A turn (B5, B6, B8).
GOOD_PRICE = 5  # less one for each own farmer of the type
SHRINE_PRICE = 7
MOST_FARMERS = 3  # played at once; all but the first cost a stone
HAND = 3

# Rewards (B10) and the oracle (B16).
MAJORITY = 2  # at least so many, and more than anybody else, for the extra reward
EXTRA = 1
ORACLE_DEPTH = 4  # cards that the oracle shows

# The end (B13, B14).
HIGHEST_VALUE = 3
SHRINE_POINTS = 4
STONE_FOR_A_POINT = 5

# The most cards that can lie on the altar: for each shrine one from everybody and one from the supply.
ALTAR = CARD_COUNTS[SHRINE] * (SEATS + 1) + GOODS * ORACLE_ALTAR


def _longest_diary(players: int) -> int:
    """How often goods can change place: the supply's go once, each shrine takes one a player, the oracles give."""
    from_supply = GOODS * (GOODS_OF_A_TYPE - players * STARTING_GOODS)
    return from_supply + CARD_COUNTS[SHRINE] * players + ORACLES


DIARY = max(_longest_diary(players) for players in range(FEWEST_SEATS, SEATS + 1))
