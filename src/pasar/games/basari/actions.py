"""The numbered actions of Basari. A block belongs to a phase; in it they are counted by letter, number or colour."""

from pasar.games.basari.box import CHOICES_WITH_D, COLOURS, GEMS_OF_A_COLOUR

CHOOSE_ACTION = 0
BID_COUNT = CHOOSE_ACTION + CHOICES_WITH_D  # so many of the colour now asked
ACCEPT = BID_COUNT + GEMS_OF_A_COLOUR + 1
RETURN_GEM = ACCEPT + 1
GAIN_GEM = RETURN_GEM + COLOURS
ACTIONS = GAIN_GEM + COLOURS
