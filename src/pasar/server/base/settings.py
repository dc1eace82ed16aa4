"""Everything a host can choose. With nothing chosen there is a working server on this machine.

A setting is given by the caller (the command line), else by the environment as PASAR_ and its name (`PASAR_PORT`), else
it has its default. Secrets are never taken from a command line, which other people on the machine can read: they
come from the environment, or from a file that it names (`PASAR_SMTP_PASSWORD_FILE`).
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, get_type_hints
from urllib.parse import urlsplit

import pasar
from pasar.errors import PasarError
from pasar.server.base import addresses, values
from pasar.server.base.values import BadValue
from pasar.store.place import FILE, data_folder

PREFIX = "PASAR_"
FROM_FILE = "_FILE"
NOWHERE = Path()  # stands for "in the data folder"


class BadSetting(PasarError):
    """A setting that cannot be used; the text names it and what it may be."""


@dataclass(frozen=True)
class Settings:
    # Where things are kept. What is not given lies in the data folder.
    data: Annotated[Path, values.path] = NOWHERE
    # sqlite:///path or postgresql://..., which may hold a password.
    database: Annotated[str, values.text] = field(default="", repr=False)
    key_file: Annotated[Path, values.path] = NOWHERE
    web: Annotated[Path, values.path] = Path(pasar.__file__).parent / "web"  # the built web client

    # Where the server answers, and as whom.
    host: Annotated[str, values.text] = "127.0.0.1"
    port: Annotated[int, values.whole(0, 65535)] = 8000
    public_url: Annotated[str | None, values.origin] = None  # as people reach it, https://pasar.example
    origins: Annotated[tuple[str, ...], values.origins] = ()  # other sites whose pages may act for a guest
    hosts: Annotated[tuple[str, ...], values.hosts] = ()  # names it goes by; "*" for any, none for a careful guess
    behind_proxy: Annotated[bool, values.switch] = False  # whether X-Forwarded-For and -Proto are to be believed
    proxies: Annotated[tuple[str, ...], values.networks] = ("127.0.0.1", "::1")  # from whom they are believed

    # Mail. Without a host there is none.
    smtp_host: Annotated[str | None, values.text] = None
    smtp_port: Annotated[int, values.whole(1, 65535)] = 587
    smtp_user: Annotated[str | None, values.text] = None
    smtp_password: Annotated[str | None, values.text] = field(default=None, repr=False)
    smtp_from: Annotated[str | None, values.mail_address] = None
    smtp_tls: Annotated[str, values.one_of("starttls", "tls", "none")] = "starttls"

    # How much and how long.
    bot_threads: Annotated[int, values.whole(1, 256)] = max(1, (os.cpu_count() or 2) - 1)
    think_ahead: Annotated[bool, values.switch] = False  # whether bots think on while somebody who plays alone does
    coach: Annotated[bool, values.switch] = True  # whether finished games are analysed for who asks
    local: Annotated[bool, values.switch] = True  # whether pages may play by themselves, where the games for that are
    keep_lobby_days: Annotated[float, values.number(0.01, 36500)] = 7.0  # tables that never started
    keep_abandoned_days: Annotated[float, values.number(0.01, 36500)] = 90.0  # games that nobody plays on
    keep_finished_days: Annotated[float, values.number(0.01, 36500)] = 365.0
    keep_people_days: Annotated[float, values.number(1, 36500)] = 400.0  # guests without a table who do not come back
    keep_audit_days: Annotated[float, values.number(1, 36500)] = 365.0  # what the keeper changed
    tables_per_person: Annotated[int, values.whole(0, 10**6)] = 200  # unfinished ones; 0 for any number
    tables_per_address: Annotated[int, values.whole(0, 10**6)] = 1000
    sockets_per_person: Annotated[int, values.whole(0, 10**6)] = 100  # open at once, streams included
    sockets_per_address: Annotated[int, values.whole(0, 10**6)] = 2000
    limits_scale: Annotated[float, values.number(0, 1e6)] = 1.0  # multiplies all limits; 0 switches them off
    shutdown_grace: Annotated[float, values.number(0, 600)] = 10.0  # seconds that open requests get at the end

    # What may be reached.
    metrics_open_to: Annotated[tuple[str, ...], values.networks] = ()  # besides this machine
    webhooks_to_private: Annotated[bool, values.switch] = False  # whether people may name addresses inside the house

    # For who keeps the server. Without a token there is neither /admin nor what is behind it.
    admin_token: Annotated[str | None, values.secret(20)] = field(default=None, repr=False)
    imprint_url: Annotated[str | None, values.address] = None  # who is responsible, in the footer of every page
    privacy_url: Annotated[str | None, values.address] = None  # what the keeper adds to the page about privacy

    # Logs.
    log_level: Annotated[str, values.one_of("debug", "info", "warning", "error")] = "info"
    log_format: Annotated[str, values.one_of("auto", "json", "text")] = "auto"

    def __post_init__(self) -> None:
        for name, value in self._in_folder().items():
            if getattr(self, name) in ("", NOWHERE):
                object.__setattr__(self, name, value)
        if self.smtp_host is not None and self.smtp_from is None:
            raise BadSetting("smtp_host is given without smtp_from: say who the mails are from with PASAR_SMTP_FROM")
        if self.smtp_password is not None and self.smtp_tls == "none":
            raise BadSetting("smtp_password would travel unencrypted: set PASAR_SMTP_TLS to starttls or tls")

    def _in_folder(self) -> dict[str, Any]:
        folder = data_folder() if self.data == NOWHERE else self.data
        return {"data": folder, "database": f"sqlite:///{folder / FILE}", "key_file": folder / "key"}

    @classmethod
    def read(cls, environment: Mapping[str, str] | None = None, **given: Any) -> "Settings":
        """Those given (None means not given) and, for the others, those of the environment."""
        environment = os.environ if environment is None else environment
        chosen = {name: value for name, value in given.items() if value is not None}
        types = get_type_hints(cls, include_extras=True)
        for setting in fields(cls):
            name, variable, secret = setting.name, PREFIX + setting.name.upper(), not setting.repr
            read = types[name].__metadata__[0]
            if name in chosen:
                chosen[name] = _checked(name, read, chosen[name])
            elif (text := _text(environment, variable, secret)) is not None:
                chosen[name] = _checked(variable, read, text)
        return cls(**chosen)

    @property
    def base_url(self) -> str:
        """The server's address for links in mails, without a slash at its end."""
        return next(iter(self.addresses), addresses.url(self.host, self.port))

    @property
    def addresses(self) -> list[str]:
        """Where others reach it: what its keeper says, else what this machine knows of itself."""
        return addresses.for_others(self.host, self.port) if self.public_url is None else [self.public_url]

    @property
    def https(self) -> bool:
        return self.public_url is not None and self.public_url.startswith("https:")

    @property
    def own_origins(self) -> frozenset[str]:
        """Origins that are ours whatever the Host header says."""
        return frozenset(self.origins if self.public_url is None else (self.public_url, *self.origins))

    @property
    def own_names(self) -> frozenset[str]:
        """Host names that these origins speak of."""
        return frozenset(name for origin in self.own_origins if (name := urlsplit(origin).hostname))

    @property
    def mails(self) -> bool:
        return self.smtp_host is not None


def _checked(name: str, read: Callable[[str], Any], value: Any) -> Any:
    """What a caller gives in its own type is written out first, so that there is one way to check it."""
    text = ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
    try:
        return read(text)
    except BadValue as fault:
        raise BadSetting(f"{name} {fault}") from None


def _text(environment: Mapping[str, str], name: str, secret: bool) -> str | None:
    """An empty variable counts as none: that is how a shell or a container unsets one."""
    if (text := environment.get(name)) or not secret:
        return text or None
    file = environment.get(name + FROM_FILE)
    if not file:
        return None
    try:
        return Path(file).read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError) as fault:
        reason = getattr(fault, "strerror", None) or "it is not text"
        raise BadSetting(f"{name}{FROM_FILE} names {file}, which cannot be read: {reason.lower()}") from fault
