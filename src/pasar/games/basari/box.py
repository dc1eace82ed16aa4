"""What is in the box and what the rulebook prints: every number of the game has its name here."""

from pasar.games.experiment import Box

BOX = Box("basari")

# Colours of gems, the most valuable first.
COLOURS = 4
RED, YELLOW, GREEN, BLUE = range(COLOURS)
GEM_NAMES = ("r", "y", "g", "b")

SEATS = 5  # at most

# Setup.
GEMS_OF_A_COLOUR = BOX.number("gems_of_a_colour", 22, "gems of each colour in the box", least=5, most=30)
STARTING_GEMS = BOX.number("starting_gems", 3, "gems of each colour that everybody starts with", most=6)

# The bazaar cards (S2). A card is a row of numbers: workers, points, then its gems by colour.
CARDS = 39
WORKERS, POINTS, FIRST_GEM = range(3)
CARD_NUMBERS = FIRST_GEM + COLOURS
CARD_WORKERS = range(1, 5)
CARD_POINTS = range(4, 8)
CARD_GEMS = range(2, 5)  # of all colours together

# The actions (S1, S5).
ACTION_NAMES = ("A", "B", "C", "D")
A, B, C, D = range(4)
CHOICES = 3  # A, B and C
CHOICES_WITH_D = 4
SEATS_FOR_D = 5  # D is played only with so many
RIVALS = 2  # so many choosers haggle; with more, nobody acts

# Action D (S13).
GAINS_FOR_RETURN = BOX.number(
    "gains_for_return", 2, "gems that action D gives alone, for the one given back", least=1, most=4
)

# The end of a stage (S3, S11).
STAGES = BOX.number("stages", 3, "stages of a game", least=1, most=4)
WORKERS_NEEDED = BOX.number("workers_needed", 15, "workers that end a stage and bring their prize", least=1)
WORKERS_PRIZE = BOX.number("workers_prize", 12, "points for having the workers", most=60)
GEM_PRIZES = BOX.numbers("gem_prizes", (14, 12, 10, 8), "points for the most red, yellow, green, blue gems", most=60)
LEADER_RETURNS = BOX.number(
    "leader_returns", 2, "a lone leader gives back one in so many gems, rounded up", least=1, most=10
)
SHARER_RETURNS = BOX.number("sharer_returns", 2, "gems that each of several leaders gives back, or all", most=10)

BOX.demand(
    SEATS * STARTING_GEMS <= GEMS_OF_A_COLOUR,
    f"gems_of_a_colour must be {SEATS * STARTING_GEMS} or more: starting_gems for {SEATS}",
)
