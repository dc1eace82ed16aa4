"""Mails in the person's language, sent by SMTP where the host has set it up."""

from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any

import aiosmtplib

from pasar.games import games
from pasar.games.words import LANGUAGES, words
from pasar.server.base.settings import Settings
from pasar.server.notices import links
from pasar.server.notices.not_sent import NotSent

TIMEOUT = 15.0  # seconds
REFUSED_FOR_GOOD = range(500, 600)


def said(language: str, table: str, key: str, /, **values: str) -> str:
    """A text of the server's own words. Values are put in as they are."""
    known = language if language in LANGUAGES else LANGUAGES[0]
    return words("pasar.server", known).tables[table][key].format(**values)


class Mails:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def turn(self, address: str, name: str, language: str, notice: Mapping[str, Any], off: str) -> None:
        """It is a person's turn."""
        base, game = self._settings.base_url, _title(str(notice["game"]), language)
        others = _listed([str(other) for other in notice.get("names", ())], language)
        body = said(
            language,
            "turn",
            "body",
            name=name,
            game=game,
            others=others,
            table=links.table(base, str(notice["table"])),
        )
        off_link = links.no_mails(base, off)
        message = self._message(address, said(language, "turn", "subject", game=game))
        message.set_content(body.lstrip() + "\n-- \n" + said(language, "footer", "body", off=off_link).lstrip())
        message["List-Unsubscribe"] = f"<{off_link}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await self._send(message)

    async def confirm(self, address: str, name: str, language: str, token: str) -> None:
        """Ask whether an address is the person's own."""
        link = links.confirm(self._settings.base_url, token)
        message = self._message(address, said(language, "confirm", "subject"))
        message.set_content(said(language, "confirm", "body", name=name, link=link).lstrip())
        await self._send(message)

    def _message(self, address: str, subject: str) -> EmailMessage:
        sender = self._settings.smtp_from
        assert sender is not None
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = sender, address, subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"  # so that holiday answers stay away
        return message

    async def _send(self, message: EmailMessage) -> None:
        settings = self._settings
        try:
            await aiosmtplib.send(
                message,
                hostname=settings.smtp_host,
                port=settings.smtp_port,
                username=settings.smtp_user,
                password=settings.smtp_password,
                use_tls=settings.smtp_tls == "tls",
                start_tls=settings.smtp_tls == "starttls",
                timeout=TIMEOUT,
            )
        except aiosmtplib.SMTPRecipientsRefused as fault:
            final = all(refused.code in REFUSED_FOR_GOOD for refused in fault.recipients)
            raise NotSent("the mail server refused the recipient", final) from None
        except (aiosmtplib.SMTPException, OSError, ValueError) as fault:
            raise NotSent(f"the mail server did not take it ({type(fault).__name__})") from None


def _title(game: str, language: str) -> str:
    """The game's name; one that this server no longer has goes by its code."""
    known = games().get(game)
    return game if known is None else words(known.package, language).name("game")


def _listed(names: Sequence[str], language: str) -> str:
    """Ann, Ben and Cleo."""
    if not names:
        return said(language, "turn", "alone")
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} {said(language, 'turn', 'and')} {names[-1]}"
