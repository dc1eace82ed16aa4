"""Moves as texts: there and back again, three kinds of refusal, and where points come from."""

import pytest

from pasar.errors import UnreadableMove
from pasar.games.basari import GAME, rules
from pasar.games.contract import actions_in
from pasar.games.words import LANGUAGES, words
from pasar.kernel.rng import generator


def started(players, seed=2):
    state = GAME.deal(GAME.check(players), generator(seed))
    GAME.doors.start(state, None)
    return state


def completions(state, seat):
    """All whole moves, found by walking through the rules' own actions."""
    found = []
    for action in actions_in(GAME.doors.open_actions(state, seat)):
        text = GAME.moves.text(state, seat, action)
        if text is not None:
            found.append(text)
            continue
        trial = state.copy()
        GAME.doors.apply(trial, seat, action, None)
        found += completions(trial, seat)
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_texts_and_actions_agree_all_through_a_game(players, player):
    state = started(players)
    while not GAME.doors.over(state):
        seat, action = player.act(state)
        text = GAME.moves.text(state, seat, action)
        if text is not None:
            assert text in GAME.moves.texts(state, seat)
            assert GAME.moves.action(state, seat, text) == action
        GAME.doors.apply(state, seat, action, None)


def test_the_texts_are_exactly_the_moves_that_the_rules_allow(player):
    state = started(4)
    for _ in range(150):
        seat, action = player.act(state)
        assert sorted(GAME.moves.texts(state, seat)) == sorted(completions(state, seat))
        GAME.doors.apply(state, seat, action, None)
        if GAME.doors.over(state):
            break


def test_s8_a_first_bid_is_built_also_by_a_seat_without_red(table):
    t = table(3).hold([0, 3, 3, 4], [0, 3, 4, 4], [5, 0, 0, 0]).choose("AAB")
    (seat,) = t.to_act()
    menu = GAME.moves.menu(t.state, seat)
    assert menu.open == () and menu.build is not None
    assert (menu.build.enough, menu.build.least) == (1, "bid b1")


def test_a_text_is_readable_whether_open_or_not(table):
    t = table(3)
    for text in ("A", "D", "accept", "return r", "gain b", "bid r22", "bid r1y2g3b4"):
        assert 0 <= GAME.moves.action(t.state, 0, text) < rules.ACTIONS


@pytest.mark.parametrize(
    "text",
    ["", "a", "E", "AB", "A ", " A", "Accept", "accept ", "bid", "bid ", "bid r", "bid r0", "bid r01", "bid r23",
     "bid r100", "bid b1r2", "bid r1r1", "bid R1", "bid r1 b2", "bid  r1", "bid r1p1", "bid 2", "bid r-1", "bid r²",
     "bid r1\n", "return", "return x", "return rr", "return  r", "gain", "gain red", "gain r y", "pass", None, 7],
)  # fmt: skip
def test_an_unreadable_text_is_refused(table, text):
    with pytest.raises(UnreadableMove) as refusal:
        GAME.moves.action(table(3).state, 0, text)
    assert "\n" not in str(refusal.value)


def test_a_bid_goes_colour_by_colour(table):
    t = table(3).hold((3, 3, 3, 3), (2, 0, 0, 0), (0, 0, 0, 0)).choose("BBC")
    first = GAME.moves.action(t.state, 0, "bid r2b1")
    assert first == rules.BID_COUNT + 2
    assert GAME.moves.text(t.state, 0, first) is None
    GAME.doors.apply(t.state, 0, first, None)
    assert GAME.moves.action(t.state, 0, "bid r2b1") == rules.BID_COUNT
    assert GAME.moves.action(t.state, 0, "bid r1b1") == -1


def test_a_count_that_leaves_one_way_completes_the_bid(table):
    t = table(3).hold((3, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0)).choose("BBC")
    assert GAME.moves.text(t.state, 0, rules.BID_COUNT + 2) == "bid r2"


@pytest.mark.parametrize("text", ["bid r4", "bid g1", "bid y3b1"])
def test_a_bid_that_is_not_legal_as_a_whole_is_never_open(table, text):
    t = table(3).hold((3, 3, 0, 0), (2, 3, 0, 9), (0, 0, 0, 0)).choose("BBC").move(0, "bid r1y1").move(1, "bid b4")
    assert not GAME.doors.is_open(t.state, 0, GAME.moves.action(t.state, 0, text))


# --- Reasons ----------------------------------------------------------------------------------------------------------


def reason(t, seat, text):
    """The reason, after checking that the move is indeed not open and that all languages can say it."""
    assert text not in t.open(seat)
    code, values = GAME.moves.reason(t.state, seat, text)
    for language in LANGUAGES:
        assert "{" not in words(GAME.package, language).say("reasons", code, **values)
    return code, values


def test_reasons_while_choosing(table):
    t = table(3)
    assert reason(t, 0, "D")[0] == "no_action_d"
    assert reason(t, 0, "accept") == ("now_choose", {})
    assert reason(t.move(0, "A"), 0, "B") == ("already_chosen", {"action": "A"})
    assert reason(t, 0, "bid r1") == ("not_your_turn", {})


def test_reasons_while_haggling(table):
    t = table(3).hold((3, 3, 0, 0), (2, 3, 0, 9), (0, 0, 0, 0)).choose("BBC")
    assert reason(t, 0, "accept") == ("nothing_to_accept", {})
    assert reason(t, 0, "A") == ("now_open", {})
    assert reason(t, 1, "accept") == ("not_your_turn", {})
    t.move(0, "bid r2")
    standing = ((2, "r"), (0, "y"), (0, "g"), (0, "b"))
    assert reason(t, 1, "bid r3") == ("not_enough_gems", {"gem": "r", "have": 2, "asked": 3})
    assert reason(t, 1, "bid r1") == ("too_few", {"count": 1, "needed": 2, "standing": standing})
    assert reason(t, 1, "bid r1y1") == ("too_low", {"standing": standing})
    assert reason(t, 1, "gain r") == ("now_answer", {})
    GAME.doors.apply(t.state, 1, rules.BID_COUNT + 1, None)
    assert reason(t, 1, "bid r2y1") == ("bid_begun", {"gem": "y"})
    assert reason(t, 1, "accept") == ("bid_begun", {"gem": "y"})


def test_reasons_for_action_d(table):
    t = table(5).hold((2, 2, 0, 0), (0, 0, 0, 22), *[(0, 0, 0, 0)] * 3).choose("DBBBA")
    assert reason(t, 0, "return g") == ("no_such_gem", {"gem": "g"})
    assert reason(t, 0, "gain g") == ("now_return", {})
    t.move(0, "return y")
    assert reason(t, 0, "gain b") == ("gem_gone", {"gem": "b"})
    assert reason(t, 0, "return r") == ("now_gain", {})


def test_the_reason_at_the_end(table):
    t = table(3)
    for _ in range(3):
        t.s.workers[0] = 15
        t.choose("BBB")
    assert reason(t, 0, "A") == ("over", {})


# --- Points -----------------------------------------------------------------------------------------------------------


def test_the_breakdown_adds_up(player):
    state = started(5)
    while not GAME.doors.over(state):
        GAME.doors.apply(state, *player.act(state), None)
    parts = GAME.moves.breakdown(state)
    assert [sum(part.values()) for part in parts] == GAME.points(state, 5)
    assert sum(part["action_b"] for part in parts) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_phase_and_source_has_words(language):
    said = words(GAME.package, language).tables
    for event in GAME.events.EVENTS.values():
        assert event.name in said["events"]
        assert (f"{event.name}_hidden" in said["events"]) == bool(event.secret)
    assert list(said["phases"]) == list(GAME.state.PHASES)
    assert list(said["sources"]) == list(GAME.moves.SOURCES)
    assert {table: list(said[table]) for table in said} == {
        table: list(entries) for table, entries in words(GAME.package, "en").tables.items()
    }
