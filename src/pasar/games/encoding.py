"""One decision and all that is said about it, compiled. Stamped for each game (`pasar.games.spoken`).

JSON is written into `out`, a buffer of bytes, from `at` on; what writes returns where it ends. `eyes` are seats, or
SPECTATOR.
"""

from typing import Any

import numpy as np

from pasar.kernel.bits import NONE, ONE, first
from pasar.kernel.jit import kernel
from pasar.kernel.json import LOOPS, write_json
from pasar.kernel.story import NOBODY, tell_choice

rules: Any  # the game's rules.py
sight: Any  # and its sight.py
moves: Any  # and its moves.py
tables: Any  # a `pasar.games.spoken.Tables`: the steps that write its JSON, and where they begin

SIGHT, MEMORY, BUILD = tables.sight, tables.memory, tables.build  # dtypes
STEPS, TEXTS, TOKENS = tables.steps, tables.texts, tables.tokens
MEMBERS, MEMORY_STEP, BUILD_STEP = tables.members, tables.memory_step, tables.build_step
SIGHT_SIZE = SIGHT.itemsize
EVENT_STEPS, REASON_STEPS, MOVE_TOKENS = tables.event_steps, tables.reason_steps, tables.move_tokens
REMEMBERED, OPEN_MOVES, CLOSED_MOVES, MOVE, BUILT, NOT_BUILT = tables.phrases

SPECTATOR = -1
ALL_SEEING = -2
FOR_OTHERS, FOR_ITS_SEAT, FORCED = range(3)  # how an event is told
ANSWER = 6  # the column of a story that says whose forced answer led to an event
OPEN = 0  # what `why` says of a move that can be made
REASON = 10  # numbers that it can give: a code, and what its sentence names
COMMA, BRACKET, BRACKET_END, BRACE_END = 44, 91, 93, 125


@kernel
def decide(states, seat, parts, after, story, reason):
    """Make a move on a copy, which becomes `after`. Returns whether it is open; if not, `reason` says why."""
    after[0] = states[0]
    s = after[0]
    if moves.why(s, seat, parts, reason) != OPEN:
        return False
    made = s.moves
    while s.moves == made and not rules.over(s):
        tell_choice(story)  # a part before this one may have had only one answer
        rules.apply(s, seat, int(parts[moves.part(s)]), story)
    return True


@kernel
def why(states, seat, parts, reason):
    return moves.why(states[0], seat, parts, reason)


@kernel
def see_all(states, eyes, sights, open_sets):
    """Everybody's sight and open actions."""
    for place in range(len(eyes)):
        sight.see(states[0], int(eyes[place]), sights[place])
        open_sets[place] = rules.open_actions(states[0], int(eyes[place])) if eyes[place] >= 0 else NONE


@kernel
def write_sights(states, eyes, with_memory, out, ends):
    """What each of `eyes` sees as JSON, one after another; `ends` says where each ends.

    What the one before saw as well is copied from there: records differ only in what is secret.
    """
    index = np.zeros(LOOPS, np.int64)
    marks = np.zeros(len(MEMBERS) + 1, np.int64)  # where each member of the last sight was written
    records = np.zeros((2, SIGHT_SIZE), np.uint8)  # the last sight and this one, in turns
    at = 0
    for place in range(len(eyes)):
        seen = records[place & 1]
        seen[:] = 0
        sight.see(states[0], int(eyes[place]), seen.view(SIGHT)[0])
        known = _members_alike(records) if place > 0 else 0
        at = _write_members(seen, known, index, marks, out, at)
        if with_memory and MEMORY_STEP >= 0:
            at = _write_memory(states[0], int(eyes[place]), index, out, at)
        ends[place] = at


@kernel
def _members_alike(records):
    """How many members of a sight two records have in common, from the first on."""
    same = 0
    while same < SIGHT_SIZE and records[0, same] == records[1, same]:
        same += 1
    count = 0
    while count < len(MEMBERS) - 1 and MEMBERS[count, 1] <= same:
        count += 1
    return count


@kernel
def _write_members(seen, known, index, marks, out, at):
    size = marks[known] - marks[0]
    begin = marks[0]
    for place in range(size):
        out[at + place] = out[begin + place]
    shift = at - begin
    for member in range(known + 1):
        marks[member] += shift
    at += size
    for member in range(known, len(MEMBERS)):
        marks[member] = at
        at = write_json(STEPS, TEXTS, TOKENS, int(MEMBERS[member, 0]), seen, index, out, at)
    return at


@kernel
def _write_memory(s, seat, index, out, at):
    """As one more member of the object that was just written."""
    record = np.zeros(1, MEMORY)
    sight.remember(s, seat, record[0])
    at = _phrase(REMEMBERED, out, at - 1)
    at = write_json(STEPS, TEXTS, TOKENS, MEMORY_STEP, record.view(np.uint8), index, out, at)
    out[at] = BRACE_END
    return at + 1


@kernel
def write_story(story, eyes, out, ends):
    """The events of a story as JSON lists, as each of `eyes` may know them."""
    index = np.zeros(LOOPS, np.int64)
    rows = story.view(np.uint8)
    at = 0
    for place in range(len(eyes)):
        out[at] = BRACKET
        at += 1
        begin = at
        for row in range(len(story)):
            seat = int(story[row, 1])
            variant = FOR_OTHERS
            if eyes[place] == ALL_SEEING or (seat == eyes[place] and seat != NOBODY):  # a spectator is not nobody
                variant = FORCED if seat != NOBODY and story[row, ANSWER] == 1 + seat else FOR_ITS_SEAT
            step = int(EVENT_STEPS[story[row, 0], variant])
            at = write_json(STEPS, TEXTS, TOKENS, step, rows[row], index, out, _comma(begin, out, at))
        out[at] = BRACKET_END
        at += 1
        ends[place] = at


@kernel
def write_menu(states, seat, out, at):
    """What the seat can do, and why not the rest."""
    s = states[0]
    index = np.zeros(LOOPS, np.int64)
    open_set = rules.open_actions(s, seat)
    at = _write_open(open_set, out, _phrase(OPEN_MOVES, out, at))
    at = _write_closed(s, seat, moves.listed(s, seat) & ~open_set, index, out, _phrase(CLOSED_MOVES, out, at))
    return _write_build(s, seat, index, out, at)


@kernel
def _write_open(actions, out, at):
    begin = at
    while actions != NONE:
        action = first(actions)
        actions &= actions - ONE
        if MOVE_TOKENS[action] >= 0:
            at = _phrase(int(MOVE_TOKENS[action]), out, _comma(begin, out, at))
    return at


@kernel
def _write_closed(s, seat, actions, index, out, at):
    begin = at
    parts = np.zeros(1, np.int64)
    reason = np.zeros((1, REASON), np.int16)
    while actions != NONE:
        parts[0] = first(actions)
        actions &= actions - ONE
        code = moves.why(s, seat, parts, reason[0])
        at = _phrase(MOVE, out, _comma(begin, out, at))
        at = _phrase(int(MOVE_TOKENS[parts[0]]), out, at)
        end = write_json(STEPS, TEXTS, TOKENS, int(REASON_STEPS[code]), reason.view(np.uint8)[0], index, out, at)
        out[at] = COMMA  # instead of the brace: its members belong to the object around it
        at = end
    return at


@kernel
def _write_build(s, seat, index, out, at):
    if BUILD_STEP < 0:
        return _phrase(NOT_BUILT, out, at)
    record = np.zeros(1, BUILD)
    if not moves.build(s, seat, record[0]):
        return _phrase(NOT_BUILT, out, at)
    at = _phrase(BUILT, out, at)
    at = write_json(STEPS, TEXTS, TOKENS, BUILD_STEP, record.view(np.uint8), index, out, at)
    out[at] = BRACE_END
    return at + 1


@kernel
def write_reason(reason, out):
    """Why a move is closed: `reason` as `decide` left it, in one row."""
    index = np.zeros(LOOPS, np.int64)
    row = reason.view(np.uint8)[0]
    return write_json(STEPS, TEXTS, TOKENS, int(REASON_STEPS[reason[0, 0]]), row, index, out, 0)


@kernel
def _comma(begin, out, at):
    """Between the elements of a list that began at `begin`."""
    if at == begin:
        return at
    out[at] = COMMA
    return at + 1


@kernel
def _phrase(token, out, at):
    start, size = int(TOKENS[token, 0]), int(TOKENS[token, 1])
    for place in range(size):
        out[at + place] = TEXTS[start + place]
    return at + size
