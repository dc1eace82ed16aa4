"""How the text of a setting is read. What cannot be read is said without repeating it: it may be a secret."""

from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

YES, NO = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})


class BadValue(Exception):
    """Its text goes behind the setting's name: "must be a whole number from 0 to 65535"."""


def text(value: str) -> str:
    if not value.strip() or not value.isprintable():
        raise BadValue("must be a text of printable characters")
    return value.strip()


def secret(least: int) -> Callable[[str], str]:
    def read(value: str) -> str:
        if len(value) < least or not value.isascii() or not value.isprintable() or " " in value:
            raise BadValue(f"must have at least {least} characters, all of them ASCII, and no spaces")
        return value

    return read


def address(value: str) -> str:
    """Of a page, to be shown as a link."""
    wrong = BadValue("must be an address like https://pasar.example/imprint")
    try:
        parts = urlsplit(value.strip())
    except ValueError:
        raise wrong from None
    plain = value.strip().isascii() and value.strip().isprintable() and not set(value.strip()) & set(" \"<>'")
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or not plain:
        raise wrong
    return value.strip()


def path(value: str) -> Path:
    return Path(text(value)).expanduser().absolute()


def switch(value: str) -> bool:
    if value.lower() not in YES | NO:
        raise BadValue("must be yes or no")
    return value.lower() in YES


def whole(least: int, most: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        if not value.strip().isdecimal() or not least <= int(value) <= most:
            raise BadValue(f"must be a whole number from {least} to {most}")
        return int(value)

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    def read(value: str) -> float:
        try:
            read_number = float(value)
        except ValueError:
            read_number = float("nan")
        if not least <= read_number <= most:
            raise BadValue(f"must be a number from {least:g} to {most:g}")
        return read_number

    return read


def one_of(*choices: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if value.lower() not in choices:
            raise BadValue(f"must be one of {', '.join(choices)}")
        return value.lower()

    return read


def origin(value: str) -> str:
    """Scheme, host and port of an address, in the form in which browsers send it."""
    wrong = BadValue("must be an address like https://pasar.example, without a path")
    try:
        parts = urlsplit(value.strip())
        host, port = parts.hostname, parts.port
    except ValueError:
        raise wrong from None
    if parts.scheme not in ("http", "https") or not host or parts.path not in ("", "/") or "@" in parts.netloc:
        raise wrong
    if parts.query or parts.fragment or not host.isprintable() or " " in host:
        raise wrong
    shown = f"[{host}]" if ":" in host else host
    default = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{shown}" + (f":{port}" if port not in (None, default) else "")


def origins(value: str) -> tuple[str, ...]:
    return tuple(origin(part) for part in _parts(value))


def hosts(value: str) -> tuple[str, ...]:
    for part in _parts(value):
        if "/" in part or " " in part:
            raise BadValue("must be names like pasar.example, separated by commas, or *")
    return tuple(part.lower() for part in _parts(value))


def networks(value: str) -> tuple[str, ...]:
    parts = _parts(value)
    try:
        for part in parts:
            ip_network(part)
    except ValueError:
        raise BadValue("must be addresses or networks like 10.0.0.0/8, separated by commas") from None
    return tuple(parts)


def mail_address(value: str) -> str:
    name, at, domain = text(value).rpartition("@")
    if not (name and at and domain) or any(character in value for character in " ,;<>\"'()\\"):
        raise BadValue("must be a mail address like pasar@example.org")
    return text(value)


def _parts(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]
