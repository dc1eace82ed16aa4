"""Stories are told only if somebody listens."""

from pasar.kernel.story import blank_story, tell, tell_answer, told


def test_events_are_rows_in_order():
    story = blank_story()
    tell(story, 3, 1)
    tell(story, 4, -1, 7, 8, 9, 10)
    assert told(story) == [(3, 1, 0, 0, 0, 0, 0), (4, -1, 7, 8, 9, 10, 0)]


def test_t1_what_follows_from_a_forced_answer_says_whose_it_was():
    story = blank_story()
    tell(story, 3, 1)
    tell_answer(story, 2)
    tell(story, 4, 0, 5)
    assert told(story) == [(3, 1, 0, 0, 0, 0, 0), (4, 0, 5, 0, 0, 0, 3)]


def test_nobody_listens():
    tell(None, 3, 1)
    tell_answer(None, 1)
