"""Writes numbers as JSON, compiled: a small machine runs the steps that `pasar.games.layout` makes of a layout.

A step is one row of numbers. It names a place in the record that it reads: an offset, and how far each of the loops
around it moves on.
"""

import numpy as np

from pasar.kernel.jit import kernel

# What a step does.
END, TEXT, NUMBER, FLAG, TOKEN, COUNTS, PAIRS, JOINED, LOOP, NEXT, UNLESS, OR_NULL, ENTRY = range(13)

# The columns of a step.
OP, TYPE, OFFSET, STRIDE, A, B, C = 0, 1, 2, 3, 7, 8, 9
COLUMNS = 10
LOOPS = A - STRIDE  # so many loops can stand inside one another

TYPES = ("i1", "u1", "i2", "u2", "i4", "u4")
CONSTANT = -1  # the TYPE of a loop that always goes round as often (B)
ANY = -(2**31)  # the number that means nothing, where every number means something

COMMA, QUOTE, COLON, MINUS, ZERO, SPACE = 44, 34, 58, 45, 48, 32
BRACE, BRACE_END, BRACKET, BRACKET_END = 123, 125, 91, 93


@kernel
def write_json(steps, texts, tokens, step, record, index, out, at):
    """Write `record` (its bytes) into `out` from `at` on, by the steps from `step` on; returns where it ends."""
    while steps[step, OP] != END:
        row = steps[step]
        step += 1
        if row[OP] < LOOP:
            at = _write_value(texts, tokens, record, row, index, out, at)
        elif _jumps(record, row, index):
            at = _write_jump(int(row[OP]), out, at)
            step = int(row[C])
    return at


@kernel
def _write_value(texts, tokens, record, row, index, out, at):
    op = int(row[OP])
    if op == TEXT:
        return copy_text(texts, int(row[A]), int(row[B]), out, at)
    if op == COUNTS:
        return _write_counts(texts, tokens, record, row, index, out, at)
    if op == PAIRS:
        return _write_pairs(texts, tokens, record, row, index, out, at)
    if op == JOINED:
        return _write_joined(texts, tokens, record, row, index, out, at)
    number = load(record, _place(row, index), int(row[TYPE]))
    if op == FLAG:
        return _write_flag(number, out, at)
    if number == row[A]:
        return write_null(out, at)
    if op == TOKEN:
        return _write_token(texts, tokens, int(row[B]) + number, out, at)
    return write_number(number + int(row[B]), out, at)


@kernel
def _jumps(record, row, index):
    """Whether a loop has nothing to go round or goes round again, or what follows is not there."""
    op, level = int(row[OP]), int(row[A])
    if op == LOOP:
        index[level] = 0
        return _times(record, row, index) == 0
    if op == NEXT:
        index[level] += 1
        return index[level] < _times(record, row, index)
    number = load(record, _place(row, index), int(row[TYPE]))
    if op != ENTRY:
        return number == 0
    index[row[B]] = number
    return number == row[A]


@kernel
def _write_jump(op, out, at):
    """A comma between what a loop writes; null for what is not there."""
    if op == NEXT:
        out[at] = COMMA
        return at + 1
    return write_null(out, at) if op in (OR_NULL, ENTRY) else at


@kernel
def _place(row, index):
    place = int(row[OFFSET])
    for level in range(LOOPS):
        place += int(row[STRIDE + level]) * int(index[level])
    return place


@kernel
def load(record, place, type_number):
    """The number that starts at a byte of the record, lowest byte first."""
    size = 1 << (type_number >> 1)
    number = 0
    for byte in range(size):
        number |= int(record[place + byte]) << (8 * byte)
    signed = type_number & 1 == 0
    return number - (1 << (8 * size)) if signed and number >> (8 * size - 1) else number


@kernel
def _times(record, row, index):
    if row[TYPE] == CONSTANT:
        return int(row[B])
    return load(record, _place(row, index), int(row[TYPE]))


@kernel
def _write_counts(texts, tokens, record, row, index, out, at):
    """An object of counts by token; without those of nothing, if C says so."""
    place, type_number, without_zeros = _place(row, index), int(row[TYPE]), int(row[C])
    size = 1 << (type_number >> 1)
    out[at] = BRACE
    at += 1
    first = True
    for item in range(int(row[B])):
        number = load(record, place + item * size, type_number)
        if number == 0 and without_zeros:
            continue
        if not first:
            out[at] = COMMA
            at += 1
        first = False
        at = _write_token(texts, tokens, int(row[A]) + item, out, at)
        out[at] = COLON
        at = write_number(number, out, at + 1)
    out[at] = BRACE_END
    return at + 1


@kernel
def _write_pairs(texts, tokens, record, row, index, out, at):
    """A list of pairs: how many, and of what."""
    place, type_number = _place(row, index), int(row[TYPE])
    size = 1 << (type_number >> 1)
    out[at] = BRACKET
    at += 1
    for item in range(int(row[B])):
        if item > 0:
            out[at] = COMMA
            at += 1
        out[at] = BRACKET
        at = write_number(load(record, place + item * size, type_number), out, at + 1)
        out[at] = COMMA
        at = _write_token(texts, tokens, int(row[A]) + item, out, at + 1)
        out[at] = BRACKET_END
        at += 1
    out[at] = BRACKET_END
    return at + 1


@kernel
def _write_joined(texts, tokens, record, row, index, out, at):
    """The tokens of which there are some, each with its number behind it, after a word (C): "bid r2b1"."""
    place, type_number = _place(row, index), int(row[TYPE])
    size = 1 << (type_number >> 1)
    at = _write_token(texts, tokens, int(row[C]), out, at)
    out[at - 1] = SPACE  # instead of the quote
    for item in range(int(row[B])):
        number = load(record, place + item * size, type_number)
        if number != 0:
            token = int(row[A]) + item
            at = copy_text(texts, int(tokens[token, 0]) + 1, int(tokens[token, 1]) - 2, out, at)
            at = write_number(number, out, at)
    out[at] = QUOTE
    return at + 1


@kernel
def _write_token(texts, tokens, token, out, at):
    return copy_text(texts, int(tokens[token, 0]), int(tokens[token, 1]), out, at)


@kernel
def copy_text(texts, start, size, out, at):
    for place in range(size):
        out[at + place] = texts[start + place]
    return at + size


@kernel
def write_number(number, out, at):
    if number < 0:
        out[at] = MINUS
        at += 1
        number = -number
    digits, limit = 1, 10
    while number >= limit:
        digits += 1
        limit *= 10
    for place in range(digits):
        out[at + digits - 1 - place] = ZERO + number % 10
        number //= 10
    return at + digits


@kernel
def _write_flag(number, out, at):
    """true or false"""
    if number:
        out[at], out[at + 1], out[at + 2], out[at + 3] = 116, 114, 117, 101
        return at + 4
    out[at], out[at + 1], out[at + 2], out[at + 3], out[at + 4] = 102, 97, 108, 115, 101
    return at + 5


@kernel
def write_null(out, at):
    out[at], out[at + 1], out[at + 2], out[at + 3] = 110, 117, 108, 108
    return at + 4


def blank_index() -> np.ndarray:
    """Where the loops of a step stand; work space for `write_json`."""
    return np.zeros(LOOPS, dtype=np.int64)
