"""A program that plays: opens a table against bots, follows its stream and answers with one POST a move.

pasar serve, then: python examples/play_by_api.py http://localhost:8000 TOKEN [GAME]
(a token comes from POST /api/me/tokens; see docs/api.md)
"""

import json
import random
import sys
from typing import Any

import httpx


def choose(menu: dict[str, Any]) -> str:
    """Any open move. Moves that are put together, such as bids, are not all listed: `least` is one of them."""
    return str(random.choice([*menu["open"], *([menu["build"]["least"]] if menu["build"] else [])]))


def play(server: httpx.Client, game: str) -> dict[str, Any]:
    about = next(each for each in server.get("/api/games").json()["games"] if each["name"] == game)
    table = server.post("/api/tables", json={"game": game, "players": about["fewest"]}).raise_for_status().json()
    path = f"/api/tables/{table['id']}"
    for seat in range(1, about["fewest"]):
        server.post(f"{path}/commands", json={"type": "bot", "seat": seat, "level": "greedy"}).raise_for_status()
    server.post(f"{path}/commands", json={"type": "start"}).raise_for_status()
    answered = -1  # where others choose at the same time, a position is told of more than once
    with server.stream("GET", f"{path}/stream", timeout=30) as stream:
        for line in stream.iter_lines():
            position = json.loads(line).get("play") if line else None  # an empty line only says that it lives
            if position and position.get("result"):
                return dict(position["result"])
            if position and 0 in position["waiting"] and position["at"] != answered:
                answered = position["at"]
                move = {"move": choose(position["menu"]), "at": answered}
                server.post(f"{path}/moves", json=move).raise_for_status()
    raise SystemExit("the server has closed the stream")


if __name__ == "__main__":
    with httpx.Client(base_url=sys.argv[1], headers={"authorization": f"Bearer {sys.argv[2]}"}) as client:
        print(play(client, sys.argv[3] if len(sys.argv) > 3 else "bali"))
