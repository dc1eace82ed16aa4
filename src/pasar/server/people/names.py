"""What people may call themselves and their things. A name is data: whoever shows it has to treat it as plain text."""

import secrets
import unicodedata

from pasar.games.words import words
from pasar.server.base.refusals import Refused

LONGEST = 40  # characters
JOINERS = "\u200c\u200d"  # the only invisible ones that writing needs: Persian, and composed emoji
# Control, formatting (which turns the direction of writing), half characters, private and unassigned ones, line ends.
REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
MARKS = frozenset({"Mn", "Me"})  # drawn over, under or around the character before
MOST_MARKS = 3  # on one character: more than any writing needs would cover the lines around
VISIBLE = frozenset("LNPS")  # first letters of categories: letters, numbers, punctuation, symbols


def clean(text: str, code: str = "bad_name", longest: int = LONGEST) -> str:
    """The name as it is kept, or the reason why it cannot be one."""
    name = unicodedata.normalize("NFC", text).strip()
    if any(unicodedata.category(character) in REFUSED and character not in JOINERS for character in name):
        raise Refused(code, "A name cannot hold control characters or characters that change the direction of writing.")
    name = " ".join(name.split())
    if not any(unicodedata.category(character)[0] in VISIBLE for character in name):
        raise Refused(code, "A name needs at least one character that can be seen.")
    if _most_marks(name) > MOST_MARKS:
        raise Refused(code, f"A name has at most {MOST_MARKS} combining marks on one character.")
    if len(name) > longest:
        raise Refused(code, f"A name has at most {longest} characters.")
    return name


def _most_marks(name: str) -> int:
    runs = "".join("m" if unicodedata.category(character) in MARKS else " " for character in name).split()
    return max(map(len, runs), default=0)


def made_up(language: str) -> str:
    guest = words("pasar.server", language).name("guest")
    return f"{guest} {1000 + secrets.randbelow(9000)}"
