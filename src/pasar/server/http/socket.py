"""One WebSocket per table and tab: the first message enters, then commands and questions come in and news goes out."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Coroutine, Iterable
from functools import partial
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket
from pydantic import ValidationError

from pasar.server.base import loop_watch, refusals
from pasar.server.base.loop_watch import watched
from pasar.server.base.messages import AckMessage, AnyAnswer, HintMessage, PongMessage, WhatIfMessage
from pasar.server.base.refusals import Refused
from pasar.server.http.connections import CONNECTION, Carrier
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
from pasar.store.contract import Conflict, Person, StoreFault

ENTER_WITHIN = 10.0  # seconds
NO_ENTER = 'the first message is {"type": "enter"}'
PAUSE = 0.25  # seconds for which nothing more is read from somebody who does too much
# Why we close a connection.
CLOSE_CODES = {
    "too_slow": 4008, "by_link_only": 4003, "bad_token": 4001, "blocked": 4003, "gone": 4001, "restart": 1012,
}  # fmt: skip
NOT_ENTERED = 4000
UNREADABLE = "unreadable"
LONGEST_MESSAGE = 16 * 1024  # characters

router = APIRouter()


@router.websocket("/api/tables/{id}/socket")
async def table_socket(websocket: WebSocket, id: wire.TableId) -> None:
    services, registry = services_of(websocket), registry_of(websocket)
    person = await services.people.identify(websocket)
    services.take("sockets", websocket, person)
    if registry.closing:
        raise Refused("restart", "The server is about to restart.", HTTPStatus.SERVICE_UNAVAILABLE)
    handshake = _Handshake(websocket, services, registry, person)
    services.quotas.connect(handshake.person, handshake.address)
    try:
        await websocket.accept()
    except BaseException:
        services.quotas.disconnect(handshake.person, handshake.address)
        raise
    handshake.open(id)


class _Handshake:
    """A connection until its first message, which has to say `enter`."""

    __slots__ = (
        "_early", "_entering", "_gone", "_id", "_patience", "address", "carrier", "face", "name", "person", "registry",
        "services", "token",
    )  # fmt: skip

    def __init__(self, websocket: WebSocket, services: Services, registry: Registry, known: Person | None) -> None:
        self.services, self.registry, self.token = services, registry, token_id(websocket)
        self.person = known.id if known else None
        self.name = known.name if known else ""
        self.face = face_of(known)
        self.address = address_of(websocket)
        self.carrier: Carrier = websocket.scope[CONNECTION]
        self._early: list[str] = []  # what came after the first message, before that was answered
        self._gone = False

    def open(self, id: str) -> None:
        self.services.metrics.sockets.inc()
        self._patience = asyncio.get_running_loop().call_later(ENTER_WITHIN, self._too_late)
        self._entering: asyncio.Task[None] | None = None
        self._id = id
        self.carrier.listen(self)

    def received(self, text: str) -> None:
        if self._entering is None:
            self._patience.cancel()
            self._entering = asyncio.get_running_loop().create_task(self._enter(text))
        else:
            self.carrier.pause(True)
            self._early.append(text)

    def writable(self) -> None:
        pass  # what little is said here is said at once

    def lost(self) -> None:
        """Here, or when the visit is over."""
        self._gone = True
        self._patience.cancel()
        self.services.quotas.disconnect(self.person, self.address)
        self.services.metrics.sockets.dec()

    async def _enter(self, text: str) -> None:
        """Whoever says something else is answered, and that was all."""
        try:
            entering = wire.enter.validate_json(text)
            live = await self.registry.table(self._id)
            access.check_sight(live.table, self.person, entering.key)
        except ValidationError:
            self._bye("no_enter", NO_ENTER)
        except Exception as fault:
            refused = refusals.as_refusal(fault)[0]
            self._bye(refused.code, refused.message)
        else:
            if not self._gone:
                _Visit(self, live, entering).begin(self._early)

    def _too_late(self) -> None:
        self._bye("no_enter", NO_ENTER)

    def _bye(self, code: str, message: str) -> None:
        self.carrier.send(encoded({"type": "bye", "error": {"code": code, "message": message}}))
        self.carrier.close(NOT_ENTERED)


class _Visit:
    """Somebody at a table. There is a task only while something is being answered that is no plain move."""

    __slots__ = (
        "_move", "_waiting", "address", "busy", "carrier", "handshake", "kind", "live", "onlooker", "person",
        "registry", "services", "task",
    )  # fmt: skip

    def __init__(self, handshake: _Handshake, live: LiveTable, entering: wire.Enter) -> None:
        self.handshake, self.carrier, self.live = handshake, handshake.carrier, live
        self.services, self.registry = handshake.services, handshake.registry
        self.person, self.address = handshake.person, handshake.address
        by_link, eyes = access.fits(live.table, entering.key), live.own_eyes(self.person, entering.eyes)
        self.onlooker = Onlooker(self.person, handshake.name, eyes, by_link, handshake.token)
        self.onlooker.face = handshake.face
        self.kind = ""  # of the message that is being answered
        self.busy = False  # something is being answered
        self.task: asyncio.Task[None] | None = None  # that does so; a move needs none
        self._waiting: deque[str] | None = None  # messages that came meanwhile
        self._move: tuple[str, str | None] = "", None  # the message of the move that is being kept, and its id

    def begin(self, early: Iterable[str]) -> None:
        self.carrier.listen(self)
        self.onlooker.send_now, self.onlooker.when_closed = self.carrier.send, self._closed
        self.live.enter(self.onlooker)
        self.busy = True
        self._do(self._come_back())
        for text in early:
            self.received(text)
        if self._waiting is None:
            self.carrier.pause(False)

    # --- What the carrier says ----------------------------------------------------------------------------------------

    def received(self, text: str) -> None:
        """One after another: who says more before they are answered is not read from until then."""
        if not self.busy:
            self.busy = True
            move = wire.plain_move(text)
            if move is None or self.person is None:
                self._do(self._heard(text))
            else:
                self.registry.store.postpone(partial(self._play, self.person, move, text))
            return
        if self._waiting is None:
            self._waiting = deque()
            self.carrier.pause(True)
        self._waiting.append(text)

    def writable(self) -> None:
        self.onlooker.flush()

    def lost(self) -> None:
        """What is being done meanwhile is done to its end."""
        self._waiting = None
        self._leave()
        self.handshake.lost()

    # --- Messages -----------------------------------------------------------------------------------------------------

    def _do(self, first: Coroutine[Any, Any, None]) -> None:
        self.task = asyncio.get_running_loop().create_task(self._work(first))

    async def _work(self, first: Coroutine[Any, Any, None]) -> None:
        await first
        while self._waiting and self.onlooker.closed is None:
            await self._heard(self._waiting.popleft())
        self.task, self.busy = None, False
        if self._waiting is not None:
            self._waiting = None
            self.carrier.pause(False)

    # --- A move, by fewer steps ---------------------------------------------------------------------------------------

    def _play(self, person: str, asked: wire.PlainMove, text: str) -> None:
        """Make a move if it can be made right now. If not, nothing has happened, and `_heard` says why."""
        if self.onlooker.closed is not None:  # sent away since they asked
            return
        begun = loop_watch.begin()
        try:
            move = self.live.decided(asked, Who(person, self.onlooker.name, admitted=False))
            if move is not None:
                self._count("commands")
        except Exception:  # the long way meets it again, and answers
            move = None
        if move is None:
            self._do(self._heard(text))
            return
        self._move = text, asked.id
        self.live.begin_move(move, self)
        loop_watch.end(begun, self.services.metrics, "move")

    def acknowledgement(self, version: int) -> bytes:
        return encoded(_ack(self._move[1], version))

    def move_ended(self, fault: Exception | None) -> None:
        text, id = self._move
        if isinstance(fault, Conflict):  # somebody was faster: it is decided anew
            self._do(self._heard(text))
            return
        if fault is not None:
            self._refuse(fault, id)
        if self._waiting is None:
            self.busy = False
        else:
            self._do(_nothing())

    async def _come_back(self) -> None:
        with contextlib.suppress(StoreFault):
            await self.live.come_back(self._who())

    async def _heard(self, text: str) -> None:
        self.kind = UNREADABLE
        await watched(self._answer(text), self.services.metrics, lambda: self.kind)

    async def _answer(self, text: str) -> None:
        id, pause = None, 0.0
        try:
            message = self._read(text)
            id, self.kind = message.id, message.type
            self._say(await self._act(message))
        except Exception as fault:
            refused = self._refuse(fault, id or _id_of(text))
            pause = PAUSE if isinstance(refused, Limited) else 0.0
        await asyncio.sleep(pause)  # even a pause of nothing lets others have their turn

    def _say(self, answer: AnyAnswer) -> None:
        self.live.send(self.onlooker, encoded(answer))

    def _refuse(self, fault: Exception, id: str | None) -> Refused:
        refused = refusals.as_refusal(fault)[0]
        self.services.metrics.refused(refused.code)
        self._say({"type": "refused", "id": id, **refused.body})
        return refused

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
        return _ack(message.id, await asking.act(self.registry, self.live, message, self._who()))

    def _who(self) -> Who:
        admitted = access.may_sit_with(self.live.table, self.person, self.onlooker.by_link)
        return Who(self.person or "", self.onlooker.name, admitted, self.onlooker.face)

    # --- Questions ----------------------------------------------------------------------------------------------------

    async def _look(self, message: wire.Look) -> AckMessage:
        if message.seat is not None and message.seat not in self.live.table.seats_of(self.person):
            raise not_yours(message.seat)
        self.onlooker.eyes, self.onlooker.as_spectator = message.seat, message.seat is None
        self.live.send_snapshot(self.onlooker)
        return _ack(message.id, self.live.table.public_version)

    async def _again(self, message: wire.Again) -> AckMessage:
        self.live.send_snapshot(self.onlooker)
        return _ack(message.id, self.live.table.public_version)

    async def _react(self, message: wire.React) -> AckMessage:
        self.live.react(self.person, message.seat, message.reaction)
        return _ack(message.id, self.live.table.public_version)

    async def _ping(self, message: wire.Ping) -> PongMessage:
        return {"type": "pong", "id": message.id}

    async def _asks(self, message: wire.Hint | wire.WhatIf) -> HintMessage | WhatIfMessage:
        return await asking.answered(self.registry, self.live, message, self.person)

    # --- The end ------------------------------------------------------------------------------------------------------

    def _closed(self) -> None:
        """Not at once: somebody may be telling all who look on."""
        asyncio.get_running_loop().call_soon(self._go)

    def _go(self) -> None:
        self._leave()
        why = self.onlooker.closed or ""
        self.carrier.close(CLOSE_CODES.get(why, 1000), why)

    def _leave(self) -> None:
        if self.onlooker in self.live.onlookers:
            self.live.leave(self.onlooker)


async def _nothing() -> None:
    pass


def _ack(id: str | None, version: int) -> AckMessage:
    return {"type": "ack", "id": id, "version": version}


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
