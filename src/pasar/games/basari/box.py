"""What is in the box and what the rulebook prints: every number of the game has its name here."""

# Colours of gems, the most valuable first.
COLOURS = 4
RED, YELLOW, GREEN, BLUE = range(COLOURS)
GEM_NAMES = ("r", "y", "g", "b")

SEATS = 5  # at most

# Setup.
GEMS_OF_A_COLOUR = 22
STARTING_GEMS = 3  # of each colour, for every player

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
GAINS_FOR_RETURN = 2  # gems that one chooser gains for the one given back

# The end of a stage (S3, S11).
STAGES = 3
WORKERS_NEEDED = 15
WORKERS_PRIZE = 12
GEM_PRIZES = (14, 12, 10, 8)
LEADER_RETURNS = 2  # a lone leader gives back one in so many gems, rounded up
SHARER_RETURNS = 2  # each of several leaders gives back so many gems, or all
