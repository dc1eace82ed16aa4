"""Bali: farmers, stone, shrines, and an altar that decides what everything was worth."""

from typing import TYPE_CHECKING

from pasar.games.contract import Game, Option

if TYPE_CHECKING:  # holds every part against the contract
    from pasar.games import contract
    from pasar.games.bali import (
        beliefs,
        coach,
        deals,
        events,
        greedy,
        ledger,
        moves,
        observe,
        orders,
        rules,
        secrets,
        sight,
        state,
    )  # fmt: skip

    _beliefs: contract.LearnedBeliefs = beliefs
    _coach: contract.CoachModule = coach
    _deals: contract.PageDeals = deals
    _events: contract.EventsModule = events
    _greedy: contract.GreedyModule = greedy
    _ledger: contract.LedgerModule = ledger
    _moves: contract.MovesReasons = moves
    _observe: contract.ObserveModule = observe
    _orders: contract.OrdersModule = orders
    _rules: contract.RulesModule = rules
    _secrets: contract.SecretsModule = secrets
    _sight: contract.SightModule = sight
    _state: contract.StateModule = state

GAME = Game(
    name="bali",
    seats=range(2, 5),
    options=(
        Option("oracle", "the oracle variant: some new rows let one look into the altar"),
        Option("demon", "the demon variant: one row of the offer is barred"),
    ),
    package=__name__,
)
