"""A real mail server on a free port, which keeps what it gets."""

import email
import email.policy
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller


class Office:
    """`refuses` is the answer to every recipient until it is taken back."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses: str | None = None
        self.settings: dict[str, Any] = {}

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if self.refuses is not None:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 OK"


def _free_port() -> int:
    """The controller looks for itself at the port that it was told, so the port has to be known before."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def post_office() -> Iterator[Office]:
    office = Office()
    port = _free_port()
    controller = Controller(office, hostname="127.0.0.1", port=port)
    controller.start()
    office.settings = {
        "smtp_host": "127.0.0.1", "smtp_port": port, "smtp_from": "pasar@example.org", "smtp_tls": "none",
    }  # fmt: skip
    try:
        yield office
    finally:
        controller.stop()
