"""Every game's ledger: its columns fit its events, its sources add up to the points, and what it grants arrives."""

from pasar.games.ledger import COLOUR, CONTEXT, CONTEXT_SIDE, ENTRIES, NEVER, NO_ENTRY, books
from pasar.lab.rows import Plan, play


def test_columns_fit_the_events(kind):
    game = kind.game
    for column in game.ledger.COLUMNS:
        event = game.events.EVENTS[column.event]
        assert column.key in ("", COLOUR, CONTEXT, CONTEXT_SIDE, *event.arguments)
        assert column.key != COLOUR or event.bundle
        assert column.key not in (CONTEXT, CONTEXT_SIDE) or game.ledger.CONTEXT_EVENT != NEVER
    entries = books(game, kind.players).entries
    assert entries.shape[1] == ENTRIES and (entries[:, 0, 0] != NO_ENTRY).any() == bool(game.ledger.COLUMNS)


def test_every_column_has_a_place_of_its_own(kind):
    found = books(kind.game, kind.players)
    assert len({place.name for place in found.places}) == len(found.places)


def test_sources_add_up_to_the_points(kind):
    plan = Plan.of(kind.game, kind.rules, 5, 3)
    columns = play(plan, 0, plan.games)
    for seat in range(kind.players):
        parts = [columns[f"from_{source}_{seat}"] for source in kind.game.ledger.SOURCES]
        assert (sum(parts) == columns[f"points_{seat}"]).all()


def test_what_is_granted_arrives_and_nothing_else_changes(kind):
    state, *_ = next(iter(kind.walk(1)))
    for thing in range(len(kind.game.ledger.THINGS)):
        changed = state.copy()
        kind.game.ledger.grant(changed[0], 1, thing, 1)
        assert sum(one != other for one, other in zip(changed.tobytes(), state.tobytes(), strict=True)) == 1
