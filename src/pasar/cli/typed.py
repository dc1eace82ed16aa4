"""What a person meant: a move's text in any case, the beginning of its words, or its number in the list."""

from collections.abc import Sequence


def meant(typed: str, open_moves: Sequence[str]) -> list[str]:
    """The open moves that this can stand for: one if it is clear, none if it is no open move."""
    text = " ".join(typed.split()).lower()
    exact = [move for move in open_moves if move.lower() == text]
    if exact or not text:
        return exact
    if text.isdecimal():
        return [open_moves[int(text) - 1]] if 1 <= int(text) <= len(open_moves) else []
    return [move for move in open_moves if _begins(move.lower().split(), text.split())]


def _begins(words: Sequence[str], beginnings: Sequence[str]) -> bool:
    """Whether each typed word begins the move's word in that place: `p m` is `play mason`."""
    if len(beginnings) > len(words):
        return False
    return all(word.startswith(beginning) for word, beginning in zip(words, beginnings, strict=False))
