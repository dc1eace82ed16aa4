"""Stories are told only if somebody listens."""

from pasar.kernel.story import blank_story, tell, told


def test_events_are_rows_in_order():
    story = blank_story()
    tell(story, 3, 1)
    tell(story, 4, -1, 7, 8, 9, 10)
    assert told(story) == [(3, 1, 0, 0, 0, 0), (4, -1, 7, 8, 9, 10)]


def test_nobody_listens():
    tell(None, 3, 1)
