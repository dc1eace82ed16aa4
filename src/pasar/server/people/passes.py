"""Secrets that speak for a person: program tokens, device links, mail confirmations. The store has only their hashes.

The text of one is `pasar_`, its public id and its secret. The id is to look it up by, and to revoke it; the secret is
shown once.
"""

import hashlib
import hmac
import re
import secrets
from http import HTTPStatus

from pasar.server.base.clock import DAY, MINUTE, Clock
from pasar.server.base.refusals import Refused
from pasar.store.contract import Token
from pasar.store.store import Store

PROGRAM, DEVICE, EMAIL = "program", "device", "email"
PREFIX = "pasar_"
ID_BYTES, SECRET_BYTES = 8, 32
FORM = re.compile(PREFIX + r"([0-9a-f]{16})([A-Za-z0-9_-]{43})", re.ASCII)
MOST_PROGRAMS = 20  # tokens of one person
LIFETIME = {PROGRAM: None, DEVICE: 10 * MINUTE, EMAIL: DAY}


class Passes:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def make(self, person: str, kind: str, label: str = "") -> tuple[Token, str]:
        """A new one, and its text, which cannot be had again."""
        public, secret, now = secrets.token_hex(ID_BYTES), secrets.token_urlsafe(SECRET_BYTES), self._clock.now()
        lifetime = LIFETIME[kind]
        token = Token(public, person, kind, _hash(secret), label, now, None if lifetime is None else now + lifetime)
        await self._store.add_token(token)
        return token, PREFIX + public + secret

    async def check(self, text: str, kind: str) -> Token | None:
        """The token that this text belongs to, if it is one of this kind and still valid."""
        form = FORM.fullmatch(text)
        token = await self._store.token(form[1]) if form else None
        if form is None or token is None or not hmac.compare_digest(token.hash, _hash(form[2])):
            return None
        expired = token.expires_at is not None and token.expires_at <= self._clock.now()
        return token if token.kind == kind and not expired else None

    async def use_up(self, text: str, kind: str) -> Token:
        """The same, once. Of two who come at the same time, one gets it."""
        token = await self.check(text, kind)
        if token is None or await self._store.take_token(token.id) is None:
            raise bad_link()
        return token


def bad_link() -> Refused:
    return Refused("bad_link", "This link is not valid any more; ask for a new one.", HTTPStatus.FORBIDDEN)


def public_id(text: str) -> str | None:
    """The part of a token by which it is known, which proves nothing."""
    form = FORM.fullmatch(text)
    return form[1] if form else None


def _hash(secret: str) -> bytes:
    """A fast hash is enough: nobody guesses 32 random bytes."""
    return hashlib.sha256(secret.encode()).digest()
