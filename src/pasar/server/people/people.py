"""Who is asking. A person is a guest with a name; a signed cookie, or a program's token, says which one.

The cookie holds the person's id and a date, signed with the server's key, so that the server keeps no sessions.
"""

import hashlib
import secrets
from datetime import UTC, datetime
from http import HTTPStatus

from itsdangerous import BadSignature, Signer, TimestampSigner
from starlette.requests import HTTPConnection
from starlette.responses import Response

from pasar.server.base.clock import DAY, Clock
from pasar.server.base.refusals import Refused, not_signed_in
from pasar.server.base.settings import Settings
from pasar.server.people import names
from pasar.server.people.contacts import Contact, language_of
from pasar.server.people.passes import PROGRAM, Passes, public_id
from pasar.store.contract import Person
from pasar.store.store import Store

COOKIE = "pasar"
COOKIE_AGE = 365 * int(DAY)  # seconds
RENEW_AFTER = 30 * DAY
SEEN_EVERY = DAY  # how exactly it is known when a person was here last
ID_BYTES = 12
BEARER = "bearer "


class _ClockSigner(TimestampSigner):
    """Takes the time from our clock."""

    clock: Clock

    def get_timestamp(self) -> int:
        return int(self.clock.now())


class People:
    def __init__(self, store: Store, settings: Settings, clock: Clock, key: bytes) -> None:
        self._store, self._settings, self._clock = store, settings, clock
        self.passes = Passes(store, clock)
        self._signer = _ClockSigner(key, salt="pasar.person", key_derivation="hmac", digest_method=hashlib.sha256)
        self._signer.clock = clock
        self._stopper = Signer(key, salt="pasar.no-mails", key_derivation="hmac", digest_method=hashlib.sha256)

    def sign_in(self, person: str) -> str:
        """A cookie's value for this person."""
        return self._signer.sign(person).decode()

    def read_cookie(self, value: str) -> str | None:
        """The person that a cookie names, if we signed it within the last year."""
        read = self._read(value)
        return None if read is None else read[0]

    def _read(self, value: str) -> tuple[str, datetime] | None:
        try:
            person, signed_at = self._signer.unsign(value, max_age=COOKIE_AGE, return_timestamp=True)
            return person.decode(), signed_at
        except (BadSignature, UnicodeError):
            return None

    def no_mails(self, person: str) -> str:
        """A text that proves, for as long as the key lives, that somebody got a mail to this person."""
        return self._stopper.sign(person).decode()

    def read_no_mails(self, value: str) -> str | None:
        try:
            return self._stopper.unsign(value).decode()
        except (BadSignature, UnicodeError):
            return None

    async def identify(self, connection: HTTPConnection) -> Person | None:
        """Who is asking; None for a newcomer. A token that is not valid is refused: its program waits for an answer."""
        person = await self.even_blocked(connection)
        if person is not None and person.blocked_at is not None:
            raise Refused("blocked", "The keeper of this server does not let you in.", HTTPStatus.FORBIDDEN)
        return await self._seen(person)

    async def even_blocked(self, connection: HTTPConnection) -> Person | None:
        """The same for what nobody can be kept from: to ask what is kept about them, and to have it deleted."""
        if (text := bearer(connection)) is not None:
            return await self._by_token(text)
        value = connection.cookies.get(COOKIE)
        person = self.read_cookie(value) if value else None
        return await self._store.person(person) if person is not None else None

    async def require(self, connection: HTTPConnection) -> Person:
        person = await self.identify(connection)
        if person is None:
            raise not_signed_in()
        return person

    async def _by_token(self, text: str) -> Person:
        token = await self.passes.check(text, PROGRAM)
        person = await self._store.person(token.person) if token is not None else None
        if person is None:
            raise Refused("bad_token", "This token is not valid; it may have been revoked.", HTTPStatus.UNAUTHORIZED)
        return person

    async def _seen(self, person: Person | None) -> Person | None:
        """Note now and then that the person was here, for those who never come back are forgotten one day."""
        now = self._clock.now()
        if person is not None and now - person.seen_at > SEEN_EVERY:
            await self._store.change_person(person.id, seen_at=now)
        return person

    async def new_guest(self, connection: HTTPConnection) -> Person:
        now, language = self._clock.now(), language_of(connection.headers.get("accept-language"))
        contact = Contact(language=language).stored
        person = Person(secrets.token_hex(ID_BYTES), names.made_up(language), made_at=now, seen_at=now, contact=contact)
        await self._store.add_person(person)
        return person

    def needs_cookie(self, connection: HTTPConnection) -> bool:
        """Whether the cookie is missing, or so old that it should be renewed."""
        if "authorization" in connection.headers:
            return False
        read = self._read(connection.cookies.get(COOKIE, ""))
        signed_at = read[1] if read is not None else datetime.fromtimestamp(0, UTC)
        return self._clock.now() - signed_at.timestamp() > RENEW_AFTER

    def set_cookie(self, connection: HTTPConnection, response: Response, person: str) -> None:
        response.set_cookie(
            COOKIE,
            self.sign_in(person),
            max_age=COOKIE_AGE,
            path="/",
            secure=self._settings.https or connection.url.scheme in ("https", "wss"),
            httponly=True,
            samesite="lax",
        )


def bearer(connection: HTTPConnection) -> str | None:
    header = connection.headers.get("authorization", "")
    return header[len(BEARER) :].strip() if header.lower().startswith(BEARER) else None


def token_id(connection: HTTPConnection) -> str | None:
    """The public id of the token with which a program came; None for people."""
    text = bearer(connection)
    return None if text is None else public_id(text)
