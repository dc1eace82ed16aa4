"""What a person has chosen besides a name: a language, a face, and how to be told things outside the table.

It is kept with the person, and the store does not read it.
"""

import secrets
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from pasar.games.words import LANGUAGES
from pasar.server.base.refusals import Refused
from pasar.server.base.values import BadValue, mail_address
from pasar.store.contract import Json, Person

LONGEST_ADDRESS = 254  # characters of a mail address
LONGEST_URL = 500


@dataclass(frozen=True)
class Contact:
    language: str = LANGUAGES[0]
    webhook: str | None = None
    webhook_secret: str | None = None
    webhook_on: bool = True
    email: str | None = None  # confirmed
    email_on: bool = True
    face: str | None = None

    @classmethod
    def of(cls, kept: Json) -> "Contact":
        """What a later version may have added is left alone by not being here."""
        return cls(**{name: kept[name] for name in cls.__dataclass_fields__ if name in kept})

    @property
    def stored(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways on which the person wants to be told."""
        wanted = {"webhook": self.webhook and self.webhook_on, "email": self.email and self.email_on}
        return tuple(way for way, on in wanted.items() if on)


def face_of(person: Person | None) -> str | None:
    return None if person is None else Contact.of(person.contact).face


def language_of(accepted: str | None) -> str:
    """The first language of ours in an Accept-Language header, in the order in which browsers write it."""
    for part in (accepted or "").lower().split(","):
        if (code := part.split(";")[0].strip()[:2]) in LANGUAGES:
            return code
    return LANGUAGES[0]


def check_webhook(url: str) -> str:
    """Whether it could be one. Where it leads is looked at when something is sent."""
    wrong = Refused("bad_webhook", "A webhook is an address like https://example.org/hook, without a password in it.")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
        (host or "").encode("idna")
    except (ValueError, UnicodeError):
        raise wrong from None
    if parts.scheme not in ("http", "https") or not host or "@" in parts.netloc or len(url) > LONGEST_URL:
        raise wrong
    if not url.isascii() or not url.isprintable() or " " in url:
        raise wrong
    return url


def check_email(address: str) -> str:
    wrong = Refused("bad_email", "That is no mail address; one looks like name@example.org.")
    try:
        known = mail_address(address)
    except BadValue:
        raise wrong from None
    if len(known) > LONGEST_ADDRESS or not known.isascii():
        raise wrong
    return known


def new_webhook_secret() -> str:
    return secrets.token_urlsafe(32)
