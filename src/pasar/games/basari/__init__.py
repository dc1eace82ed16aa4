"""Basari: choose in secret, haggle with gems, and be the one who leads when a stage is counted."""

from typing import TYPE_CHECKING

from pasar.games.contract import Game, Option

if TYPE_CHECKING:  # holds every part against the contract
    from pasar.games import contract
    from pasar.games.basari import (
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
    )

    _coach: contract.CoachModule = coach
    _deals: contract.PageDeals = deals
    _events: contract.EventsModule = events
    _greedy: contract.GreedyModule = greedy
    _ledger: contract.LedgerModule = ledger
    _moves: contract.MovesModule = moves
    _observe: contract.ObserveModule = observe
    _orders: contract.OrdersModule = orders
    _rules: contract.RulesModule = rules
    _secrets: contract.SecretsModule = secrets
    _sight: contract.SightModule = sight
    _state: contract.StateModule = state

GAME = Game(
    name="basari",
    seats=range(3, 6),
    options=(Option("deck", "a deck file (CSV) to play with instead of the project's 39 bazaar cards", is_file=True),),
    package=__name__,
    simultaneous=True,  # everybody chooses an action in secret
)
