"""One decision and all that is said about it, compiled. Stamped for each game (`pasar.games.spoken`).

JSON is written into `out`, a buffer of bytes, from `at` on; what writes returns where it ends. `eyes` are seats, or
SPECTATOR.
"""

from typing import Any

import numpy as np

from pasar.games.contract import MovesModule, RulesModule, SightModule
from pasar.kernel.bits import NONE, ONE, first
from pasar.kernel.jit import inner, kernel, lean
from pasar.kernel.json import LOOPS
from pasar.kernel.story import NOBODY, tell_choice

rules: RulesModule  # the game's rules.py
sight: SightModule  # and its sight.py
moves: MovesModule  # and its moves.py
json: Any  # `pasar.kernel.json` with the steps of this game
tables: Any  # a `pasar.games.spoken.Tables`: where the steps begin that write its JSON

SIGHT, MEMORY, BUILD = tables.sight, tables.memory, tables.build  # dtypes
MEMBERS, MEMORY_STEP, BUILD_STEP = tables.members, tables.memory_step, tables.build_step
STEP, BEGIN, END, HIDDEN = range(4)  # the columns of MEMBERS
ENTRIES = tables.entries
SIGHT_SIZE, MEMORY_SIZE, BUILD_SIZE = SIGHT.itemsize, MEMORY.itemsize, BUILD.itemsize
EVENT_STEPS, REASON_STEPS, MOVE_TOKENS = tables.event_steps, tables.reason_steps, tables.move_tokens
REMEMBERED, OPEN_MOVES, CLOSED_MOVES, MOVE, BUILT, NOT_BUILT, SEAT, TO_ACT, GOES_ON, IS_OVER = tables.phrases

SPECTATOR = -1
ALL_SEEING = -2
FOR_OTHERS, FOR_ITS_SEAT, FORCED = range(3)  # how an event is told
ANSWER = 6  # the column of a story that says whose forced answer led to an event
OPEN = 0  # what `why` says of a move that can be made
REASON = 10  # numbers that it can give: a code, and what its sentence names
COMMA, BRACE, BRACKET, BRACKET_END, BRACE_END = 44, 123, 91, 93, 125

DECISION, STORIES, SIGHTS, MEMORIES, MENUS = 1, 2, 4, 8, 16  # what can be asked of `say`
CLOSED = -1


@kernel
def say(states, seat, parts, after, story, reason, head, eyes, asked, out, ends):
    """What is asked for, in one call: a move made on a copy (`after`), and what each of `eyes` is told about it.

    `ends` says where each story, then each sight, then each menu ends in `out`; `head` is what sights say of the match.
    Returns the seats that are to act, or CLOSED, and then `reason` says why.
    """
    after[0] = states[0]
    if asked & DECISION and not decide(after[0], seat, parts, story, reason):
        return CLOSED
    at, count, work = 0, len(eyes), work_arrays()
    if asked & STORIES:
        at = write_stories(story, eyes, work, out, at, ends[:count])
    if asked & SIGHTS:
        at = write_sights(after[0], eyes, asked & MEMORIES != 0, head, work, out, at, ends[count : 2 * count])
    if asked & MENUS:
        write_menus(after[0], eyes, work, out, at, ends[2 * count :])
    return rules.to_act(after[0])


@inner
def work_arrays():
    """What `write_json` counts its loops with, and where it notes the entries that it has written."""
    return np.zeros(LOOPS, np.int64), np.zeros((ENTRIES, 2), np.int64)


@inner
def decide(s, seat, parts, story, reason):
    """Make a move. Returns whether it is open; if not, `reason` says why."""
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


@inner
def write_sights(s, eyes, with_memory, head, work, out, at, ends):
    """What each of `eyes` sees as JSON, one after another.

    What the one before saw as well is copied from there: records differ only in what is secret.
    """
    marks = np.zeros(len(MEMBERS) + 1, np.int64)  # where each member of the last sight was written
    records = np.zeros((2, SIGHT_SIZE), np.uint8)  # the last sight and this one, in turns
    for place in range(len(eyes)):
        seen, before = records[place & 1], records[1 - place & 1]
        seen[:] = 0
        sight.see(s, int(eyes[place]), seen.view(SIGHT)[0])
        is_like = place > 0 and _is_hidden_alike(seen, before)
        if not is_like:
            work[1][:] = 0
        at = _write_head(s, int(eyes[place]), head, out, at)
        at = _write_members(seen, before, is_like, work, marks, out, at)
        if with_memory and MEMORY_STEP >= 0:
            work[1][:] = 0
            at = _write_memory(s, int(eyes[place]), work, out, at)
            work[1][:] = 0
        ends[place] = at
    return at


@kernel
def _write_head(s, seat, head, out, at):
    """Whose sight it is, of which match, and who is to act; nothing of a match that says nothing of itself."""
    if len(head) == 0:
        out[at] = BRACE
        return at + 1
    at = json.write_token(SEAT, out, at)
    at = json.write_null(out, at) if seat < 0 else json.write_number(seat, out, at)
    at = json.copy_bytes(head, 0, len(head), out, at)
    at = begin = json.write_token(TO_ACT, out, at)
    seats, acting = rules.to_act(s), 0
    while seats >> acting:
        if seats >> acting & 1:
            at = json.write_number(acting, out, _comma(begin, out, at))
        acting += 1
    return json.write_token(IS_OVER if seats == 0 else GOES_ON, out, at)


@lean
def _is_hidden_alike(seen, before):
    """Whether two sights have the same lists, which other members name entries of."""
    for member in range(len(MEMBERS)):
        if MEMBERS[member, HIDDEN] and not _is_alike(seen, before, member):
            return False
    return True


@lean
def _is_alike(seen, before, member):
    difference = np.uint8(0)  # of all bytes at once: without a way out in between, several are compared at a time
    for place in range(np.uint64(MEMBERS[member, BEGIN]), np.uint64(MEMBERS[member, END])):
        difference |= seen[place] ^ before[place]
    return difference == 0


@lean
def _write_members(seen, before, is_like, work, marks, out, at):
    for member in range(len(MEMBERS)):
        start, size = marks[member], marks[member + 1] - marks[member]
        marks[member] = at
        if is_like and _is_alike(seen, before, member):
            at = json.copy_bytes(out, start, size, out, at)
        else:
            at = json.write_json(int(MEMBERS[member, STEP]), seen, work[0], work[1], out, at)
    marks[len(MEMBERS)] = at
    return at


@kernel
def _write_memory(s, seat, work, out, at):
    """As one more member of the object that was just written."""
    record = np.zeros(MEMORY_SIZE, np.uint8)
    sight.remember(s, seat, record.view(MEMORY)[0])
    at = json.write_token(REMEMBERED, out, at - 1)
    at = json.write_json(MEMORY_STEP, record, work[0], work[1], out, at)
    out[at] = BRACE_END
    return at + 1


@inner
def write_stories(story, eyes, work, out, at, ends):
    """The events of a story as JSON lists, as each of `eyes` may know them."""
    rows = story.view(np.uint8)
    for place in range(len(eyes)):
        out[at] = BRACKET
        at += 1
        begin = at
        for row in range(1, 1 + int(story[0, 0])):
            seat = int(story[row, 1])
            variant = FOR_OTHERS
            if eyes[place] == ALL_SEEING or (seat == eyes[place] and seat != NOBODY):  # a spectator is not nobody
                variant = FORCED if seat != NOBODY and story[row, ANSWER] == 1 + seat else FOR_ITS_SEAT
            step = int(EVENT_STEPS[story[row, 0], variant])
            at = json.write_json(step, rows[row], work[0], work[1], out, _comma(begin, out, at))
        out[at] = BRACKET_END
        at += 1
        ends[place] = at
    return at


@inner
def write_menus(s, eyes, work, out, at, ends):
    """What each of `eyes` can do; nothing for those who are not to act."""
    acting = rules.to_act(s)
    for place in range(len(eyes)):
        if eyes[place] >= 0 and acting >> eyes[place] & 1:
            at = write_menu(s, int(eyes[place]), work, out, at)
        ends[place] = at
    return at


@inner
def write_menu(s, seat, work, out, at):
    """What the seat can do, and why not the rest."""
    open_set = rules.open_actions(s, seat)
    at = _write_open(open_set, out, json.write_token(OPEN_MOVES, out, at))
    closed = moves.listed(s, seat) & ~open_set
    at = _write_closed(s, seat, closed, work, out, json.write_token(CLOSED_MOVES, out, at))
    return _write_build(s, seat, work, out, at)


@lean
def _write_open(actions, out, at):
    begin = at
    while actions != NONE:
        action = first(actions)
        actions &= actions - ONE
        if MOVE_TOKENS[action] >= 0:
            at = json.write_token(int(MOVE_TOKENS[action]), out, _comma(begin, out, at))
    return at


@kernel
def _write_closed(s, seat, actions, work, out, at):
    begin = at
    parts = np.zeros(1, np.int64)
    reason = np.zeros((1, REASON), np.int16)
    while actions != NONE:
        parts[0] = first(actions)
        actions &= actions - ONE
        code = moves.why(s, seat, parts, reason[0])
        at = json.write_token(MOVE, out, _comma(begin, out, at))
        at = json.write_token(int(MOVE_TOKENS[parts[0]]), out, at)
        end = json.write_json(int(REASON_STEPS[code]), reason.view(np.uint8)[0], work[0], work[1], out, at)
        out[at] = COMMA  # instead of the brace: its members belong to the object around it
        at = end
    return at


@kernel
def _write_build(s, seat, work, out, at):
    if BUILD_STEP < 0:
        return json.write_token(NOT_BUILT, out, at)
    record = np.zeros(BUILD_SIZE, np.uint8)
    if not moves.build(s, seat, record.view(BUILD)[0]):
        return json.write_token(NOT_BUILT, out, at)
    at = json.write_token(BUILT, out, at)
    at = json.write_json(BUILD_STEP, record, work[0], work[1], out, at)
    out[at] = BRACE_END
    return at + 1


@kernel
def write_reason(reason, out):
    """Why a move is closed: `reason` as `decide` left it, in one row."""
    work = work_arrays()
    return json.write_json(int(REASON_STEPS[reason[0, 0]]), reason.view(np.uint8)[0], work[0], work[1], out, 0)


@lean
def _comma(begin, out, at):
    """Between the elements of a list that began at `begin`."""
    if at == begin:
        return at
    out[at] = COMMA
    return at + 1
