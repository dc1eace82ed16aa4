"""What the registry does beside, and how little it looks at for that."""

from support.databases import in_loop
from support.tables import Server, guests

from pasar.server.live import registry as registry_module
from pasar.server.live.live_table import LiveTable
from pasar.server.live.onlooker import Onlooker
from pasar.server.live.registry import Registry
from pasar.server.table.table import Table


class Counting(LiveTable):
    looked = 0

    @property
    def onlookers(self) -> set[Onlooker]:
        Counting.looked += 1
        return self._held

    @onlookers.setter
    def onlookers(self, held: set[Onlooker]) -> None:
        self._held = held


@in_loop
async def test_tables_in_use_are_not_all_looked_at_every_second(table_server: Server) -> None:
    registry = Registry(
        table_server.services.store, table_server.settings, table_server.clock, table_server.services.metrics
    )
    clock, idle = table_server.clock, registry_module.IDLE
    tables = [registry._registered(Counting(registry, Table(str(number)))) for number in range(100)]
    for live in tables[:50]:
        live.onlookers.add(Onlooker(None, "", None))
    Counting.looked = 0
    for _ in range(10):
        clock.advance(1)
        registry._drop_idle()
    assert Counting.looked == 0 and len(registry.tables) == 100
    clock.advance(idle)
    registry._drop_idle()
    assert Counting.looked == 100 and list(registry.tables.values()) == tables[:50]
    await registry.close()


@in_loop
async def test_a_token_that_was_revoked_at_another_process_ends_its_connections_here(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        at = await ann.open(game="bali", players=2)
        here = Onlooker(None, "", None, token="0123456789abcdef")
        table_server.registry.tables[at.id].onlookers.add(here)
        table_server.registry.hear({"revoked": "0123456789abcdef"})
        assert here.closed == "bad_token"
