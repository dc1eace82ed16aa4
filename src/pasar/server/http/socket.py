"""One WebSocket per table and tab: the first message enters, then commands and questions come in and news goes out."""

import asyncio
import contextlib
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from pasar.server.base import refusals
from pasar.server.base.loop_watch import watched
from pasar.server.base.messages import AckMessage, AnyAnswer, HintMessage, PongMessage, WhatIfMessage
from pasar.server.base.refusals import Refused
from pasar.server.http.connections import SEND_NOW
from pasar.server.http.services import Services, address_of, services_of
from pasar.server.live import asking
from pasar.server.live.live_table import LiveTable
from pasar.server.live.onlooker import Onlooker
from pasar.server.live.registry import Registry, registry_of
from pasar.server.people.contacts import face_of
from pasar.server.people.limits import Limited
from pasar.server.people.people import token_id
from pasar.server.table import access, wire
from pasar.server.table.new_entries import Who, not_yours
from pasar.server.table.views import encoded
from pasar.store.contract import Person, StoreFault

ENTER_WITHIN = 10.0  # seconds
CLOSE_WITHIN = 1.0
PAUSE = 0.25  # seconds for which nothing more is read from somebody who does too much
# Why we close a connection.
CLOSE_CODES = {
    "too_slow": 4008, "by_link_only": 4003, "bad_token": 4001, "blocked": 4003, "gone": 4001, "restart": 1012,
}  # fmt: skip
UNREADABLE = "unreadable"
LONGEST_MESSAGE = 16 * 1024  # characters

router = APIRouter()


@router.websocket("/api/tables/{id}/socket")
async def table_socket(websocket: WebSocket, id: wire.TableId) -> None:
    services, registry = services_of(websocket), registry_of(websocket)
    person = await services.people.identify(websocket)
    services.take("sockets", websocket, person)
    id_, address = person.id if person else None, address_of(websocket)
    with services.quotas.connected(id_, address):
        if registry.closing:
            raise Refused("restart", "The server is about to restart.", HTTPStatus.SERVICE_UNAVAILABLE)
        await websocket.accept()
        services.metrics.sockets.inc()
        try:
            await _Visit(websocket, services, registry, person).run(id)
        finally:
            services.metrics.sockets.dec()


class _Visit:
    """One connection from its first message to its last."""

    def __init__(self, websocket: WebSocket, services: Services, registry: Registry, known: Person | None) -> None:
        self.websocket, self.services, self.registry, self.known = websocket, services, registry, known
        self.person: str | None = known.id if known else None
        self.name = known.name if known else ""
        self.face = face_of(known)
        self.address = websocket.client.host if websocket.client else None
        self.sending: asyncio.Future[None] | None = None  # most connections take all at once, and never need it
        self.kind = ""  # of the message that is being answered
        self.live: LiveTable
        self.onlooker: Onlooker

    async def run(self, id: str) -> None:
        if not await self._entered(id):
            return
        self.onlooker.when_waiting = self._begin_sending
        self.live.enter(self.onlooker)
        listening = asyncio.ensure_future(self._listen())
        self.onlooker.when_closed = listening.cancel
        try:
            await listening
        except asyncio.CancelledError:
            if self.onlooker.closed is None:
                raise
        finally:
            self.live.leave(self.onlooker)
            if self.sending is not None:
                self.sending.cancel()
            listening.cancel()
        await self._close(self.onlooker.closed or "")

    async def _entered(self, id: str) -> bool:
        """Whether the first message was a good one; otherwise it is answered and that was all."""
        try:
            entering = wire.enter.validate_json(await asyncio.wait_for(self._text(), ENTER_WITHIN))
            self.live = await self.registry.table(id)
            access.check_sight(self.live.table, self.person, entering.key)
        except (TimeoutError, ValidationError):
            await self._bye("no_enter", 'the first message is {"type": "enter"}')
        except WebSocketDisconnect:
            pass
        except Exception as fault:
            refused = refusals.as_refusal(fault)[0]
            await self._bye(refused.code, refused.message)
        else:
            eyes = self.live.own_eyes(self.person, entering.eyes)
            by_link = access.fits(self.live.table, entering.key)
            self.onlooker = Onlooker(self.person, self.name, eyes, by_link, token_id(self.websocket))
            self.onlooker.face = self.face
            self.onlooker.send_now = self.websocket.scope.get(SEND_NOW)
            return True
        return False

    async def _text(self) -> str:
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text = message.get("text")
        return text if text is not None else ""  # binary frames are nothing we know

    async def _listen(self) -> None:
        with contextlib.suppress(StoreFault):
            await self.live.come_back(self._who())
        while self.onlooker.closed is None:
            try:
                text = await self._text()
            except (WebSocketDisconnect, RuntimeError):
                return
            self.kind = UNREADABLE
            await watched(self._answer(text), self.services.metrics, lambda: self.kind)

    async def _answer(self, text: str) -> None:
        id, pause = None, 0.0
        try:
            message = self._read(text)
            id, self.kind = message.id, message.type
            answer: AnyAnswer = await self._act(message)
            if isinstance(message, wire.Play):  # others have had their turn while it was written to the disk
                self.live.answer(self.onlooker, encoded(answer))
                return
        except Exception as fault:
            refused = refusals.as_refusal(fault)[0]
            self.services.metrics.refused(refused.code)
            answer = {"type": "refused", "id": id or _id_of(text), **refused.body}
            pause = PAUSE if isinstance(refused, Limited) else 0.0
        self.live.answer(self.onlooker, encoded(answer))
        await asyncio.sleep(pause)  # even a pause of nothing lets others have their turn

    def _read(self, text: str) -> Any:
        """What cannot be read counts as well."""
        try:
            return _read(text)
        except Refused:
            self._count("commands")
            raise

    def _count(self, what: str) -> None:
        self.services.limits.take(what, person=self.person, address=self.address)

    async def _act(self, message: Any) -> AnyAnswer:
        self._count("commands")
        if (what := asking.COUNTED.get(type(message))) is not None:
            self._count(what)
        if isinstance(message, wire.Question):
            answer: AnyAnswer = await _QUESTIONS[type(message)](self, message)
            return answer
        if self.person is None:
            raise refusals.not_signed_in()
        version = await asking.act(self.registry, self.live, message, self._who(), self.onlooker)
        return {"type": "ack", "id": message.id, "version": version}

    def _who(self) -> Who:
        admitted = access.may_sit_with(self.live.table, self.person, self.onlooker.by_link)
        return Who(self.person or "", self.onlooker.name, admitted, self.onlooker.face)

    # --- Questions ----------------------------------------------------------------------------------------------------

    async def _look(self, message: wire.Look) -> AckMessage:
        if message.seat is not None and message.seat not in self.live.table.seats_of(self.person):
            raise not_yours(message.seat)
        self.onlooker.eyes, self.onlooker.as_spectator = message.seat, message.seat is None
        self.live.send_snapshot(self.onlooker)
        return {"type": "ack", "id": message.id, "version": self.live.table.public_version}

    async def _again(self, message: wire.Again) -> AckMessage:
        self.live.send_snapshot(self.onlooker)
        return {"type": "ack", "id": message.id, "version": self.live.table.public_version}

    async def _react(self, message: wire.React) -> AckMessage:
        self.live.react(self.person, message.seat, message.reaction)
        return {"type": "ack", "id": message.id, "version": self.live.table.public_version}

    async def _ping(self, message: wire.Ping) -> PongMessage:
        return {"type": "pong", "id": message.id}

    async def _asks(self, message: wire.Hint | wire.WhatIf) -> HintMessage | WhatIfMessage:
        return await asking.answered(self.registry, self.live, message, self.person)

    # --- Sending ------------------------------------------------------------------------------------------------------

    def _begin_sending(self) -> None:
        if self.sending is None:
            self.sending = asyncio.ensure_future(self._send())

    async def _send(self) -> None:
        send = self.websocket.send
        while (message := await self.onlooker.next()) is not None:
            await send({"type": "websocket.send", "text": message.decode()})

    async def _close(self, why: str) -> None:
        """Say why, if the other side takes it. Who takes nothing is cut off (`connections.py`)."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            await asyncio.wait_for(self.websocket.close(CLOSE_CODES.get(why, 1000), why), CLOSE_WITHIN)

    async def _bye(self, code: str, message: str) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.websocket.send_text(
                encoded({"type": "bye", "error": {"code": code, "message": message}}).decode()
            )
            await self.websocket.close(4000)


def _read(text: str) -> Any:
    """A message, or a refusal that names what is wrong with it."""
    if len(text) > LONGEST_MESSAGE:
        raise Refused(
            "too_large", f"a message has at most {LONGEST_MESSAGE} characters", HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        )
    try:
        return wire.from_client.validate_json(text)
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        field = refusals.place_of(first["loc"]) or "message"
        raise Refused("bad_message", f"{field}: {refusals.reason_of(first)}", field=field) from None


def _id_of(text: str) -> str | None:
    """The id of a message that cannot be read otherwise: somebody waits for the answer to it."""
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    id = message.get("id") if isinstance(message, dict) else None
    return id if isinstance(id, str) and len(id) <= wire.LONGEST_ID else None


_QUESTIONS: dict[type, Any] = {
    wire.Look: _Visit._look,
    wire.Again: _Visit._again,
    wire.React: _Visit._react,
    wire.Ping: _Visit._ping,
    wire.Hint: _Visit._asks,
    wire.WhatIf: _Visit._asks,
}
