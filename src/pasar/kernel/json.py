"""Writes numbers as JSON, compiled: a small machine runs the steps that `pasar.games.layout` makes of a layout.

A step is one row of numbers. It names a place in the record that it reads: an offset, and how far each of the loops
around it moves on. Stamped for each game, so that its steps are constants (`pasar.games.spoken`).
"""

from typing import Any

import numpy as np

from pasar.kernel.jit import lean

steps: Any  # the rows of a game's layouts
texts: Any  # the bytes of everything that is written as it stands
tokens: Any  # where each token begins in them, quotes included, and its size

# What a step does.
END, TEXT, NUMBER, FLAG, TOKEN, COUNTS, PAIRS, JOINED, LOOP, NEXT, UNLESS, OR_NULL, ENTRY, WRITTEN = range(14)

# The columns of a step.
OP, TYPE, OFFSET, STRIDE, A, B, C, D = 0, 1, 2, 3, 6, 7, 8, 9
COLUMNS = 10
LOOPS = A - STRIDE  # so many loops can stand inside one another

TYPES = ("i1", "u1", "i2", "u2", "i4", "u4")
WIDE, WIDEST = TYPES.index("i2"), TYPES.index("i4")
CONSTANT = -1  # the TYPE of a loop that always goes round as often (B)
ANY = -(2**31)  # the number that means nothing, where every number means something

COMMA, QUOTE, COLON, MINUS, ZERO, SPACE = 44, 34, 58, 45, 48, 32
BRACE, BRACE_END, BRACKET, BRACKET_END = 123, 125, 91, 93


@lean
def write_json(step, record, index, known, out, at):
    """Write `record` (its bytes) into `out` from `at` on, by the steps from `step` on; returns where it ends.

    `index` counts the loops. `known` says where in `out` each entry of a list was written already, and how long it is:
    zeros at first, and again whenever such a list has changed.
    """
    op = int(steps[step, OP])
    while op != END:
        before, step = at, step + 1
        if op < LOOP:
            at = _write_value(op, step - 1, record, index, out, at)
        elif op == ENTRY:
            at = _write_again(step - 1, record, index, known, out, at)
            if at > before:
                step = int(steps[step - 1, C])
        elif op == WRITTEN:
            _remember_entry(step - 1, index, known, at)
        elif _jumps(op, step - 1, record, index):
            at = _write_jump(op, out, at)
            step = int(steps[step - 1, C])
        op = int(steps[step, OP])
    return at


@lean
def _write_value(op, step, record, index, out, at):
    a, b = int(steps[step, A]), int(steps[step, B])
    if op == TEXT:
        return copy_text(a, b, out, at)
    kind, place = int(steps[step, TYPE]), _place(step, index)
    if op == COUNTS:
        return _write_counts(record, place, kind, a, b, int(steps[step, C]), out, at)
    if op == PAIRS:
        return _write_pairs(record, place, kind, a, b, out, at)
    if op == JOINED:
        return _write_joined(record, place, kind, a, b, int(steps[step, C]), out, at)
    number = load(record, place, kind)
    if op == FLAG:
        return _write_flag(number, out, at)
    if number == a:
        return write_null(out, at)
    if op == TOKEN:
        return write_token(b + number, out, at)
    return write_number(number + b, out, at)


@lean
def _write_again(step, record, index, known, out, at):
    """No entry, or one that was written before. Writes nothing if the steps that follow are to write it."""
    number = load(record, _place(step, index), int(steps[step, TYPE]))
    if number == steps[step, A]:
        return write_null(out, at)
    place = int(steps[step, D]) + number
    if known[place, 1] > 0:
        return copy_bytes(out, known[place, 0], known[place, 1], out, at)
    index[int(steps[step, B])] = number
    known[place, 0] = at
    return at


@lean
def _remember_entry(step, index, known, at):
    place = int(steps[step, D]) + index[int(steps[step, B])]
    known[place, 1] = at - known[place, 0]


@lean
def _jumps(op, step, record, index):
    """Whether a loop has nothing to go round or goes round again, or what follows is not there."""
    a = int(steps[step, A])
    if op == LOOP:
        index[a] = 0
        return _times(step, record, index) == 0
    if op == NEXT:
        index[a] += 1
        return index[a] < _times(step, record, index)
    return load(record, _place(step, index), int(steps[step, TYPE])) == 0


@lean
def _write_jump(op, out, at):
    """A comma between what a loop writes; null for what is not there."""
    if op == NEXT:
        out[at] = COMMA
        return at + 1
    return write_null(out, at) if op == OR_NULL else at


@lean
def _place(step, index):
    place = int(steps[step, OFFSET])
    for level in range(LOOPS):
        place += int(steps[step, STRIDE + level]) * int(index[level])
    return place


@lean
def load(record, place, kind):
    """The number of a type that starts at a byte of the record, lowest byte first."""
    number = np.int64(record[place])  # bytes have no sign, and compiled `int` would leave it so
    if kind >= WIDE:
        number |= np.int64(record[place + 1]) << 8
    if kind >= WIDEST:
        number |= np.int64(record[place + 2]) << 16 | np.int64(record[place + 3]) << 24
    if kind & 1:
        return number
    half = 1 << ((8 << (kind >> 1)) - 1)
    return number - 2 * half if number >= half else number


@lean
def _times(step, record, index):
    if steps[step, TYPE] == CONSTANT:
        return int(steps[step, B])
    return load(record, _place(step, index), int(steps[step, TYPE]))


@lean
def _write_counts(record, place, kind, first, count, without_zeros, out, at):
    """An object of counts by token, perhaps without those of nothing."""
    out[at] = BRACE
    begin = at
    for item in range(count):
        number = load(record, place + (item << (kind >> 1)), kind)
        if number == 0 and without_zeros:
            continue
        if at > begin:
            out[at] = COMMA
        at = write_token(first + item, out, at + 1)
        out[at] = COLON
        at = write_number(number, out, at + 1)
    if at == begin:
        at += 1
    out[at] = BRACE_END
    return at + 1


@lean
def _write_pairs(record, place, kind, first, count, out, at):
    """A list of pairs: how many, and of what."""
    out[at] = BRACKET
    at += 1
    for item in range(count):
        if item > 0:
            out[at] = COMMA
            at += 1
        out[at] = BRACKET
        at = write_number(load(record, place + (item << (kind >> 1)), kind), out, at + 1)
        out[at] = COMMA
        at = write_token(first + item, out, at + 1)
        out[at] = BRACKET_END
        at += 1
    out[at] = BRACKET_END
    return at + 1


@lean
def _write_joined(record, place, kind, first, count, word, out, at):
    """The tokens of which there are some, each with its number behind it, after a word: "bid r2b1"."""
    at = write_token(word, out, at)
    out[at - 1] = SPACE  # instead of the quote
    for item in range(count):
        number = load(record, place + (item << (kind >> 1)), kind)
        if number != 0:
            token = first + item
            at = copy_text(int(tokens[token, 0]) + 1, int(tokens[token, 1]) - 2, out, at)
            at = write_number(number, out, at)
    out[at] = QUOTE
    return at + 1


@lean
def write_token(token, out, at):
    return copy_bytes(texts, int(tokens[token, 0]), int(tokens[token, 1]), out, at)


@lean
def copy_text(start, size, out, at):
    return copy_bytes(texts, start, size, out, at)


@lean
def copy_bytes(source, start, size, out, at):
    begin, to = (
        np.uint64(start),
        np.uint64(at),
    )  # a number that can be negative could count from the end: bytes one by one
    for place in range(np.uint64(size)):
        out[to + place] = source[begin + place]
    return at + size


@lean
def write_number(number, out, at):
    if 0 <= number < 10:
        out[at] = ZERO + number
        return at + 1
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


@lean
def _write_flag(number, out, at):
    """true or false"""
    if number:
        out[at], out[at + 1], out[at + 2], out[at + 3] = 116, 114, 117, 101
        return at + 4
    out[at], out[at + 1], out[at + 2], out[at + 3], out[at + 4] = 102, 97, 108, 115, 101
    return at + 5


@lean
def write_null(out, at):
    out[at], out[at + 1], out[at + 2], out[at + 3] = 110, 117, 108, 108
    return at + 4
