"""The numbered actions of Bali."""

from pasar.games.bali.box import GOODS, MOST_FARMERS, ORACLE_DEPTH, ROWS

# The numbered actions. A block belongs to a phase; the number within it is a good, a row, a place or a count.
PASS = 0
BUY_GOOD = 1
PLAY_MASON = BUY_GOOD + GOODS
PLAY_PRIEST = PLAY_MASON + 1
PLAY_SHRINE = PLAY_PRIEST + 1
PLAY_FARMERS = PLAY_SHRINE + 1  # + good * MOST_FARMERS + (count - 1)
BOX_SHRINE = PLAY_FARMERS + GOODS * MOST_FARMERS
GIVE_GOOD = BOX_SHRINE + 1
ADD_GOOD = GIVE_GOOD + GOODS
TAKE_ROW = ADD_GOOD + GOODS
LOOK = TAKE_ROW + ROWS
SKIP = LOOK + 1
KEEP_PLACE = SKIP + 1
POINTS = KEEP_PLACE + ORACLE_DEPTH
STONE = POINTS + 1
PICK_GOOD = STONE + 1
ACTIONS = PICK_GOOD + GOODS
