"""The rules against a second, independent telling of them: the same open moves at every decision, the same result."""

from typing import Any

MANY = 60  # open moves
NOW_AND_THEN = 0.1
GAMES, OTHER_DECKS = 40, 15  # of each kind: more than five hundred in all


class Table:
    """A referee's game as a match is played: T1 answers what has one answer and skips what has none."""

    def __init__(self, referee: Any) -> None:
        self.referee = referee
        self._course = referee.play()
        self._answers: dict[int, str] = {}
        self.asked: dict[int, list[str]] = {}
        self._ask(next(self._course))

    def _ask(self, decision: dict[int, list[str]]) -> None:
        self.asked, self._answers = decision, {}
        while all(len(moves) < 2 for moves in self.asked.values()):
            forced = {seat: moves[0] for seat, moves in self.asked.items() if moves}
            try:
                self.asked = self._course.send(forced)
            except StopIteration:
                self.asked = {}
                return

    def play(self, seat: int, move: str) -> None:
        self._answers[seat] = move
        if len(self._answers) == len(self.asked):
            try:
                self._ask(self._course.send(self._answers))
            except StopIteration:
                self.asked = {}

    def waiting(self) -> set[int]:
        return self.asked.keys() - self._answers.keys()


def test_t1_referee_agrees_on_every_open_move_and_result(kind, page, walker, often):
    referee = page("referee", f"{kind.game.name}.py").Referee
    for seed in range(often(OTHER_DECKS if kind.brings_a_file else GAMES)):
        match = kind.match(seed)
        taste = walker(seed)
        table = Table(referee(match.game.written(match.rules), match.setup()))
        while not match.over:
            seat = taste.random.choice(match.to_act)
            _compare(match, table, seat, taste)
            move = _liked(match, seat, taste)
            match.play(move, seat)
            table.play(seat, move)
        assert table.asked == {} and table.referee.over
        assert match.breakdown == table.referee.sheet()
        assert match.points == table.referee.points()
        assert list(match.winners) == table.referee.winners()


def _compare(match: Any, table: Table, seat: int, taste: Any) -> None:
    """Hundreds of bids take long to list, so those lists are compared now and then, all others always."""
    assert set(match.to_act) == table.waiting()
    moves = table.asked[seat]
    if len(moves) < MANY or taste.random.random() < NOW_AND_THEN:
        assert set(match.open(seat)) == set(moves)
    if taste.random.random() < NOW_AND_THEN:
        assert _part(match.view(seat), table.referee.seen(seat)) == table.referee.seen(seat)


def _part(whole: Any, of: Any) -> Any:
    """What a view says about the same things."""
    if isinstance(of, dict):
        return {key: _part(whole[key], of[key]) for key in of} if of.keys() <= whole.keys() else whole
    if isinstance(of, list) and len(whole) == len(of):
        return [_part(one, other) for one, other in zip(whole, of, strict=True)]
    return whole


def _liked(match: Any, seat: int, taste: Any) -> str:
    """An open move of the seat: its actions are chosen by taste until they make a whole move."""
    trial = match.state.copy()
    while True:
        action = taste.action(match.game, trial, seat)
        text = match.game.spoken.text(trial, seat, action)
        if text is not None:
            return text
        match.game.compiled.apply(trial, seat, action, None)
