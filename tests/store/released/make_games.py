"""Run once when a schema is released: a backup of a server on which games are in progress, for later versions to open.

PYTHONPATH=tests python tests/store/released/make_games.py
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from support.living import FakeClock
from support.tables import begun, guests, play_out, seated, serving

from pasar.server.base.settings import Settings
from pasar.store.backup import backup
from pasar.store.migrations import SCHEMA

HERE = Path(__file__).parent


async def furnish(url: str) -> None:
    """A game over, two in progress (one where a choice is sealed), and a table at which somebody waits."""
    async with guests(url, "Ann", "Bob", "Cem") as (ann, bob, cem):
        await ann.post("/api/me/tokens", {"label": "my bot"})
        over = await begun(ann, bots=["random"], game="bali", public=True, watch="anyone")
        await over[0].do("chat", text="Good luck!")
        await play_out(over)
        bali = await begun(ann, bob, game="bali")
        for _ in range(12):
            mover = next(client for client in bali if client.my_turn)
            before = mover.version
            await mover.move_somehow()
            for client in bali:
                await client.wait_for(lambda client=client, before=before: client.version > before)
        await bali[1].do("chat", text="Hello Ann")
        basari = await begun(ann, bob, cem, game="basari")
        await basari[0].move_somehow()
        await seated(bob, game="basari", public=True, players=3)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.read({}, data=Path(folder), limits_scale=0)
        with serving(settings, FakeClock()) as server:
            asyncio.run(furnish(server.url))
        file = HERE / f"games-{SCHEMA}.gz"
        sys.stdout.write(f"{file}: {backup(settings.database, file)}\n")


if __name__ == "__main__":
    main()
