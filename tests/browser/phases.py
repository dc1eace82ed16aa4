"""Leads a table through all its phases, one after another, while somebody's page shows it."""

from collections.abc import Callable, Iterator

from .people import Json, Person

MOST_GAMES = 12  # after so many, every phase should have been met
BALI = {
    "buy",
    "play",
    "give",
    "add",
    "take",
    "oracle",
    "keep",
    "reward",
}  # oracle and keep only with the oracle; pick, when a type of good has run out, is prepared in test_rare
BASARI = {"choose", "open", "answer", "return", "gain"}  # the last two only with five players


def phase_of(told: Json) -> str:
    return str(told["play"]["view"]["phase"])


def walk(person: Person, game: str, players: int, wanted: set[str], switches: tuple[str, ...] = ()) -> Iterator[str]:
    """Stops in each wanted phase once, when this person is to act in it; last of all at the end of a game."""
    missing = set(wanted)
    for seed in range(MOST_GAMES):
        table = person.open_table(game, players, switches=switches)
        person.enter(table)
        while True:
            told = person.play_without_page(table, _acts_in(missing), seed=seed)
            person.wait(lambda at=told["play"]["at"]: person.heard.at >= at, "the page to follow")
            if told["table"]["stage"] == "over":
                break
            missing.discard(phase_of(told))
            yield phase_of(told)
        if not missing:
            yield "over"
            return
    raise AssertionError(f"never met: {missing}")


def _acts_in(phases: set[str]) -> Callable[[Json], bool]:
    return lambda told: bool(
        told["play"] and told["play"]["menu"] and told["play"]["choice"] is None and phase_of(told) in phases
    )
