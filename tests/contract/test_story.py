"""Every event, reason, phase and part of a score has its words, in every language, and every sentence can be said."""

import json
import string
from collections import Counter

import pytest

import pasar
from pasar.errors import MoveNotOpen
from pasar.games.words import LANGUAGES, own_words, words
from pasar.kernel.story import NOBODY, blank_story, told
from pasar.match.match import Match

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")


def _fields(sentence):
    """The values that a sentence names, also inside of the words that a number chooses."""
    found = set()
    for _, name, chosen, _ in string.Formatter().parse(sentence):
        if name is not None:
            found |= {name} | _fields(chosen)
    return found


def test_the_languages_have_the_same_sentences_about_the_same_things(game):
    """Those that a game speaks: English, and those of its own choice."""
    spoken = {language: own_words(game.package, language) for language in LANGUAGES}
    tables = {language: table for language, table in spoken.items() if table is not None}
    english = tables["en"]
    for language in tables:
        assert tables[language].keys() == english.keys()
        for name, table in tables[language].items():
            assert table.keys() == english[name].keys(), (language, name)
            assert all(isinstance(sentence, str) and sentence.strip() == sentence != "" for sentence in table.values())
            for key, sentence in table.items():
                assert _fields(sentence) <= _fields(english[name][key]) | {"seat"}, (language, name, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_can_be_named_has_a_name(game, language):
    tables = words(game.package, language).tables
    assert set(tables.get("options", ())) == {option.name for option in game.options}
    assert list(tables["phases"]) == list(game.state.PHASES)
    assert "game" in tables["names"]
    said = set().union(*(_fields(each) for table in ("events", "reasons") for each in tables[table].values()))
    for argument, tokens in game.events.TOKENS.items():
        assert set(tokens) <= set(tables["names"]) or argument not in said, argument
    assert set(tables["sources"]) == set(pasar.new(game.name, seed=1).breakdown[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence_that_uses_only_what_its_listener_may_know(game, language):
    table = words(game.package, language).tables["events"]
    expected = set()
    for event in game.events.EVENTS.values():
        values = {"seat", *event.arguments, *(["bundle"] if event.bundle else [])}
        assert _fields(table[event.name]) <= values, event.name
        expected.add(event.name)
        if event.secret:
            assert _fields(table[f"{event.name}_hidden"]) <= values - set(event.secret), event.name
            expected.add(f"{event.name}_hidden")
        assert set(event.secret) <= set(event.arguments)
        assert event.rule
    assert set(table) == expected
    assert len({event.name for event in game.events.EVENTS.values()}) == len(game.events.EVENTS)


def test_every_event_told_can_be_said_to_everybody(kind, often):
    """And events happen to seats that exist, with values that are tokens or plain numbers."""
    for seed in range(often(8)):
        match = kind.match(seed)
        for _, seat, action in kind.walk(seed):
            match.act(seat, action)
        for onlooker in (None, 0, kind.players - 1):
            for heard in match.story(onlooker):
                assert -1 <= heard.seat < kind.players
                for language in LANGUAGES:
                    said = _said(kind.game, language, heard)
                    assert said and "{" not in said and "None" not in said


def _said(game, language, heard):
    values = dict(heard.values)
    if "other" in values:
        values["other"] = NAMES[values["other"]]
    seat = NAMES[heard.seat] if heard.seat >= 0 else ""
    return words(game.package, language).say("events", heard.sentence, seat=seat, **values)


def test_every_event_is_told_in_some_game(game, kinds, often, plenty):
    """What the page of events lists does happen (rare ones are met within a few hundred games of all kinds)."""
    heard = Counter()
    for kind in kinds:
        if kind.game == game:
            for seed in range(often(60)):
                state, story = kind.deal(seed), blank_story()
                game.compiled.start(state, story)
                heard.update(row[0] for row in told(story))
                for before, seat, action in kind.walk(seed):
                    after, story = before.copy(), blank_story()
                    game.compiled.apply(after, seat, action, story)
                    heard.update(row[0] for row in told(story))
    assert set(heard) <= set(game.events.EVENTS)
    assert set(heard) == set(game.events.EVENTS) or not plenty


def test_every_refusal_can_be_said(kind, often):
    """Texts of other moments are refused with a reason that has words in every language."""
    collected = {text for state in kind.states(often(60)) for text in _texts(kind.game, state)}
    for state in kind.states(often(12)):
        match = Match.resumed(kind.match(0), state)
        for seat in match.to_act:
            for text in sorted(collected)[:150]:
                refusal = match.why(text, seat)
                if refusal is not None:
                    for language in LANGUAGES:
                        assert words(kind.game.package, language).say("reasons", refusal.code, **refusal.values)
                    with pytest.raises(MoveNotOpen) as refused:
                        match.play(text, seat)
                    assert "\n" not in str(refused.value)
                    assert (refused.value.reason, refused.value.values) == (refusal.code, refusal.values)


def test_what_is_sent_of_a_story_is_what_is_read_of_it(kind):
    match = kind.match(1)
    for _, seat, action in kind.walk(1):
        match.act(seat, action)
    eyes = [None, *range(kind.players)]
    for move in range(len(match) + 1):
        for onlooker, sent in zip(eyes, match.stories(move, eyes), strict=True):
            read = [{**event.as_json(), "seat": event.seat} for event in match.story(onlooker, move)]
            assert _with_bundles(json.loads(sent)) == _with_bundles(read)
    assert not any(event.forced for event in match.story(all_seeing=True) if event.seat == NOBODY)


def _with_bundles(events):
    return [
        {**event, "bundle": [list(pair) for pair in event["bundle"] if pair[0]]} if "bundle" in event else event
        for event in events
    ]


def _texts(game, state):
    return [text for seat in game.to_act(state) for text in game.spoken.menu(state, seat).texts[:30]]
