"""docs/api.md is true: what clients say is understood, what the server says looks like that, and no code is missing."""

import json
import re
from pathlib import Path
from typing import Any, get_args
from unittest import mock

from support.databases import in_loop
from support.tables import At, Server, guests, seated

from pasar.games.contract import Build
from pasar.server.live import thinking
from pasar.server.table import wire

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
LEFT_OUT = "..."  # a key that stands for others
MODELS = [wire.Enter, *get_args(get_args(wire.FromClient)[0])]
TYPES = {get_args(model.model_fields["type"].annotation)[0] for model in MODELS}


def examples() -> list[dict[str, Any]]:
    """Every JSON object on the page; a block holds one, or one a line."""
    found = []
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL):
        try:
            found.append(json.loads(block))
        except json.JSONDecodeError:
            found += [json.loads(line) for line in block.splitlines()]
    return found


def from_client(example: dict[str, Any]) -> bool:
    """Questions and their answers bear one name; an answer says for which position."""
    asked = example.get("type") in ("hint", "what_if") and "at" not in example
    return asked or example.get("type") in TYPES - {"hint", "what_if"}


def test_what_clients_say_is_understood() -> None:
    said = [example for example in examples() if from_client(example)]
    for example in said:
        (wire.enter.validate_python if example["type"] == "enter" else wire.from_client.validate_python)(example)
    assert {example["type"] for example in said} == TYPES
    wire.AskedOptions.model_validate(next(example for example in examples() if example.keys() >= {"game", "players"}))


def fits(example: Any, real: Any, path: str = "") -> None:
    """An example has the keys that the real thing has, all the way down; one that leaves some out says so."""
    if isinstance(example, dict) and isinstance(real, dict):
        other = set(example) ^ set(real)
        assert not other or LEFT_OUT in example or path.endswith(".values"), f"{path}: {sorted(other)}"
        for name in set(example) & set(real):
            fits(example[name], real[name], f"{path}.{name}")
    elif isinstance(example, list) and isinstance(real, list) and example and real:
        fits(example[0], real[0], path)


@in_loop
async def test_what_the_server_says_looks_like_that(table_server: Server) -> None:
    real: dict[str, list[dict[str, Any]]] = {}
    with mock.patch.object(thinking, "ADVISER", "medium"):
        for message in await _session(table_server):
            real.setdefault(message["type"], []).append(message)
    shown = [example for example in examples() if "type" in example and not from_client(example)]
    assert {example["type"] for example in shown} == set(real)
    for example in shown:
        like = [message for message in real[example["type"]] if set(message) == set(example)]
        assert like, f"no real {example['type']} has just {sorted(example)}"
        fits(example, like[-1], example["type"])


async def _session(server: Server) -> list[dict[str, Any]]:
    """A bit of everything, as it really came."""
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        a, b = await seated(ann, bob, game="bali")
        await a.do("start")
        await b.do("chat", text="hello")
        await a.wait_for(lambda: a.play)
        mover = a if a.my_turn else b
        await mover.do("what_if", move=mover.menu["open"][0])
        await mover.do("hint")
        await mover.move(mover.menu["open"][0])
        await mover.refused("move", move="buy rice", at=1)
        again = await mover.guest.enter(a.at)
        await again.do("ping")
        outside = await eve.enter(At(a.at.id))
        async with ann.http.stream("GET", "/api/me/stream") as stream:
            turn = json.loads(await anext(stream.aiter_lines()))
        return [*a.messages, *b.messages, *again.messages, *outside.messages, turn]


@in_loop
async def test_a_token_is_answered_like_that(table_server: Server) -> None:
    (shown,) = [example for example in examples() if "token" in example]
    async with guests(table_server, "Ann") as (ann,):
        real = await ann.post("/api/me/tokens", {"label": shown["label"]})
    assert shown.keys() == real.keys() and len(shown["token"]) == len(real["token"])


@in_loop
async def test_a_new_table_is_answered_like_that(table_server: Server) -> None:
    (shown,) = [example for example in examples() if example.keys() == {"id", "key"}]
    async with guests(table_server, "Ann") as (ann,):
        real = await ann.post("/api/tables", {"game": "bali"})
    assert {name: len(text) for name, text in shown.items()} == {name: len(text) for name, text in real.items()}


def test_moves_that_are_put_together_are_those_that_the_page_lists() -> None:
    (shown,) = [example for example in examples() if "fewest" in example]
    assert "`, `".join(Build(**shown).texts()) in PAGE and Build(**shown).texts()[0] == shown["least"]


def test_every_code_is_on_the_page() -> None:
    source = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "src/pasar/server").rglob("*.py"))
    codes = set(re.findall(r'(?:Refused|_bye|super\(\).__init__)\(\s*"([a-z_]+)"', source))
    codes |= set(re.findall(r'\d{3}: \("([a-z_]+)",', source)) | set(re.findall(r'"(bad_(?:name|label))"', source))
    codes |= set(re.findall(r'"code":"([a-z_]+)"', source))
    table = PAGE[PAGE.index("| codes | when |") :]
    listed = set(re.findall(r"`([a-z_]+)`", "\n".join(line.split("|")[1] for line in table.splitlines()[2:])))
    assert listed == codes
