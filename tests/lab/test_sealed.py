"""What somebody wins who sees sealed choices."""

import pytest

from pasar.bots.contract import Position
from pasar.bots.roster import find_bot
from pasar.errors import PasarError
from pasar.games import find
from pasar.lab.sealed import Cheating, Seer
from pasar.match.match import Match

BASARI = find("basari")


def test_who_sees_sealed_choices_answers_them():
    position = Position.of(Match.new("basari", players=3, seed=4), 2)
    answers = {Seer(1).decide(position, {0: first, 1: second}).actions[0] for first in range(3) for second in range(3)}
    assert len(answers) > 1


def test_alone_with_a_choice_there_is_no_quarrel_about_it():
    position = Position.of(Match.new("basari", players=3, seed=4), 2)
    assert Seer(1).decide(position, {0: 0, 1: 0}).actions[0] != 0


def test_who_sees_wins_of_rules_of_thumb():
    found = [share for _, share in Cheating(BASARI, BASARI.check(3), find_bot("greedy"), 5).shares(6)]
    assert sum(found) / len(found) > 0.5


def test_a_game_without_secret_choices_is_refused():
    bali = find("bali")
    with pytest.raises(PasarError, match="all choose at once"):
        Cheating(bali, bali.check(2), find_bot("greedy"), 5)
