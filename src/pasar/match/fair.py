"""Deals that can be proved fair. `docs/fair.md` says how anybody can check one in twenty lines of any language.

Before the game the host publishes the commitment, the SHA-256 of a random secret. Then every player adds a salt. The
deal's random numbers come from HMAC-SHA-256 with the secret as its key over the method, the game, the rules and the
salts. After the game the secret is published. The host could not choose the deal, for the salts came later; no player
could foresee it, for the secret was unknown.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from pasar.errors import BadRecord, BadRules
from pasar.games import find
from pasar.games.contract import Game, Rules, State
from pasar.kernel.rng import tape

METHOD = "pasar-fair/1"
SECRET_BYTES = 32
LONGEST_SALT = 200  # characters
PER_BLOCK = 4  # of 64 bits each in an HMAC of 32 bytes


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def random_numbers(secret: bytes, game: str, rules: Mapping[str, Any], salts: Sequence[str], count: int) -> list[int]:
    """The first `count` of them: block k is HMAC(secret, header + k as 8 bytes), read as four big-endian numbers."""
    told = [METHOD, game, dict(rules), list(salts)]
    header = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    stream = b"".join(
        hmac.digest(secret, header + block.to_bytes(8, "big"), "sha256") for block in range(-(-count // PER_BLOCK))
    )
    return [int.from_bytes(stream[8 * k : 8 * k + 8], "big") for k in range(count)]


def deal(game: Game, rules: Rules, secret: bytes, salts: Sequence[str]) -> State:
    """The deal that a secret and the players' salts (one a seat, in seat order) fix."""
    return _deal_into(game.blank(rules), game, rules, secret, salts)


def _deal_into(state: State, game: Game, rules: Rules, secret: bytes, salts: Sequence[str]) -> State:
    _check_salts(salts, rules["players"])
    drawn = random_numbers(secret, game.name, game.written(rules), salts, game.rules.DEAL_NUMBERS)
    game.compiled.deal(state, tape(drawn))
    return state


def _check_salts(salts: Sequence[str], players: int) -> None:
    if len(salts) != players:
        raise BadRules(f"there are {len(salts)} salts for {players} players: each seat adds one")
    for seat, salt in enumerate(salts):
        if not isinstance(salt, str) or len(salt) > LONGEST_SALT or not _is_unicode(salt):
            raise BadRules(f"the salt of seat {seat} must be a text of at most {LONGEST_SALT} characters")


def _is_unicode(text: str) -> bool:
    """Half of a surrogate pair is no text: other languages would write it otherwise."""
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)


def proof(secret: bytes, salts: Sequence[str]) -> dict[str, Any]:
    """What a record carries under "fair" once the game is over."""
    return {"method": METHOD, "commitment": commitment(secret), "secret": secret.hex(), "salts": list(salts)}


def check(record: Mapping[str, Any]) -> None:
    """Check the proof of a record whose game, rules and setup are sound; raises BadRecord if it does not hold."""
    given = record["fair"]
    if not isinstance(given, dict) or given.get("method") != METHOD:
        raise BadRecord(f"fair deal: unknown method; this reader knows {METHOD!r}")
    if given.get("secret") is None:
        return  # a game in progress: only the commitment is public yet
    try:
        secret = bytes.fromhex(given["secret"])
    except (TypeError, ValueError):
        raise BadRecord("fair deal: the secret is not hexadecimal") from None
    if commitment(secret) != given.get("commitment"):
        raise BadRecord("fair deal: the secret does not belong to the commitment that was published before the game")
    salts = given.get("salts")
    if _dealt_again(record, secret, salts if isinstance(salts, list) else []) != record["setup"]:
        raise BadRecord("fair deal: secret and salts give another deal than the one that was played")


def _dealt_again(record: Mapping[str, Any], secret: bytes, salts: Sequence[str]) -> dict[str, Any]:
    """The setup that the proof gives, with whatever deck the record brings along."""
    game = find(record["game"])
    rules = game.check(**record["rules"])
    try:
        dealt = _deal_into(game.deals.load(rules, record["setup"]), game, rules, secret, salts)
    except BadRules as fault:
        raise BadRecord(f"fair deal: {fault}") from fault
    setup: dict[str, Any] = game.deals.setup(dealt)
    return setup
