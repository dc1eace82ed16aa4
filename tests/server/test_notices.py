"""The outbox, with a real mail server and real receivers of webhooks."""

import hashlib
import hmac
import json
import shutil
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from support.living import Living, services_running
from support.post import post_office

from pasar.games.words import own_words
from pasar.server.notices.mails import said
from pasar.server.notices.not_sent import NotSent
from pasar.server.notices.outbox import FIRST_PAUSE, GIVE_UP_AFTER, turn
from pasar.server.notices.webhooks import Webhooks, is_public
from pasar.server.people.contacts import Contact
from pasar.store.contract import Append, LogEntry, Notice, Person, Row

SECRET = "the secret of the webhook"


class Receiver:
    """Somebody's web server, which keeps what it gets and answers what it is told to."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/hook?a=1"
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status, self.location = 204, ""
        self.release = threading.Event()
        self.release.set()


@contextmanager
def receiving(encryption: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            receiver.got.append((dict(self.headers), body))
            receiver.release.wait(60)
            self.send_response(receiver.status)
            self.send_header("Location", receiver.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver = Receiver(server.server_port)
    if encryption is not None:
        server.socket = encryption.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield receiver
    finally:
        receiver.release.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


class Outbox:
    """A house with one table, Ann and the notices for her."""

    def __init__(self, house: Any, office: Any, clock: Any) -> None:
        self.house, self.office, self.clock = house, office, clock
        self.services, self.position = house.services, 0
        person = Person("ann", "Ann", clock.now(), clock.now(), Contact().stored)
        house.run(self.services.store.add_person(person))

    def ann_wants(self, **contact: Any) -> None:
        kept = replace(Contact(), **contact).stored
        self.house.run(self.services.store.change_person("ann", contact=kept))

    def write(self, *notices: Notice) -> None:
        self.position += 1
        now = self.clock.now()
        row = Row("t1", "bali", "playing", True, self.position, now, None, {})
        entry = LogEntry(self.position, now, "move", {}, f"mark{self.position}")
        self.house.run(self.services.store.append(Append(row, [entry], notices=notices)))

    def her_turn(self, position: int = 7, names: tuple[str, ...] = ("Ben", "Cleo")) -> Notice:
        notice = turn("t1", "ann", position, game="bali", names=names, at=self.clock.now())
        self.write(notice)
        return notice

    def send(self, still: bool = True) -> int:
        async def asked(notice: Notice) -> bool:
            return still

        sent: int = self.house.run(self.services.notices.send_due(asked))
        return sent

    def counted(self, way: str, result: str) -> float:
        value = self.services.metrics.registry.get_sample_value("pasar_notices_total", {"way": way, "result": result})
        return value or 0.0


@pytest.fixture
def outbox(settings: Callable[..., Any], clock: Any) -> Iterator[Outbox]:
    with ExitStack() as stack:
        office = stack.enter_context(post_office())
        chosen = settings(**office.settings, webhooks_to_private=True, public_url="https://pasar.example")
        loop, services = stack.enter_context(services_running(chosen, clock))
        yield Outbox(Living(loop, services, 0), office, clock)


def test_a_webhook_gets_a_signed_notice_once(outbox: Outbox, receiver: Receiver) -> None:
    outbox.ann_wants(webhook=receiver.url, webhook_secret=SECRET)
    notice = outbox.her_turn()
    assert (outbox.send(), outbox.send()) == (1, 0)
    ((headers, body),) = receiver.got
    expected = hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
    assert headers["Pasar-Signature"] == f"sha256={expected}" and headers["Content-Type"] == "application/json"
    assert headers["Host"] == receiver.url.split("/")[2]
    sent = json.loads(body)
    assert sent == {**notice.body, "id": notice.key, "link": "https://pasar.example/table/t1"}
    assert (sent["what"], sent["table"], sent["game"], sent["names"]) == ("turn", "t1", "bali", ["Ben", "Cleo"])
    assert outbox.counted("webhook", "sent") == 1 and not outbox.office.mails


@pytest.mark.parametrize(
    ("language", "subject", "words"),
    [("en", "Your turn in Bali", "Ben and Cleo"), ("de", "Du bist dran: Bali", "Ben und Cleo"),
     ("fr", "À toi de jouer : Bali", "Ben et Cleo")],
)  # fmt: skip
def test_a_mail_is_in_the_language_of_the_person(outbox: Outbox, language: str, subject: str, words: str) -> None:
    outbox.ann_wants(email="ann@example.org", language=language)
    outbox.her_turn()
    outbox.send()
    (mail,) = outbox.office.mails
    text = mail.get_content()
    assert (mail["To"], mail["From"], mail["Subject"]) == ("ann@example.org", "pasar@example.org", subject)
    assert "Ann" in text and words in text and "https://pasar.example/table/t1" in text
    off = f"https://pasar.example/link/off/{outbox.services.people.no_mails('ann')}"
    assert off in text and mail["List-Unsubscribe"] == f"<{off}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "{" not in text and mail["Auto-Submitted"] == "auto-generated"


def test_names_cannot_change_a_mail(outbox: Outbox) -> None:
    outbox.ann_wants(email="ann@example.org")
    outbox.her_turn(names=("{off}", "{0.__class__}"))
    outbox.her_turn(position=8, names=())
    outbox.send()
    texts = sorted(mail.get_content() for mail in outbox.office.mails)
    assert "with nobody else yet" in texts[0] and "{off} and {0.__class__}" in texts[1]


def test_all_languages_have_the_same_words() -> None:
    for table, keys in _words("en").items():
        for key in keys:
            values = {"name": "a", "game": "b", "others": "c", "table": "d", "link": "e", "off": "f", "address": "g"}
            texts = [said(language, table, key, **values) for language in ("en", "de", "fr")]
            assert len(set(texts)) == 3 or key.endswith("_button") or key == "and"
    assert _words("en") == _words("de") == _words("fr")


def _words(language: str) -> dict[str, set[str]]:
    return {table: set(sentences) for table, sentences in (own_words("pasar.server", language) or {}).items()}


def test_whoever_has_moved_or_wants_nothing_is_not_told(outbox: Outbox, receiver: Receiver) -> None:
    outbox.ann_wants(webhook=receiver.url, webhook_secret=SECRET)
    outbox.her_turn()
    assert (outbox.send(still=False), outbox.send()) == (1, 0)
    outbox.ann_wants(webhook=receiver.url, webhook_secret=SECRET, webhook_on=False, email="a@b.c", email_on=False)
    outbox.her_turn(position=8)
    assert (outbox.send(), outbox.send()) == (1, 0)
    assert not receiver.got and not outbox.office.mails


def test_a_notice_waits_until_it_is_due(outbox: Outbox) -> None:
    outbox.ann_wants(email="ann@example.org")
    outbox.write(turn("t1", "ann", 7, game="bali", names=["Ben"], at=outbox.clock.now() + 60))
    assert outbox.send() == 0
    outbox.clock.advance(60)
    assert outbox.send() == 1 and len(outbox.office.mails) == 1


def test_the_same_notice_is_told_once(outbox: Outbox) -> None:
    outbox.ann_wants(email="ann@example.org")
    outbox.her_turn()
    outbox.her_turn()
    assert outbox.send() == 1


def test_what_fails_is_tried_again_with_growing_pauses_and_given_up_after_a_day(
    outbox: Outbox, receiver: Receiver
) -> None:
    outbox.ann_wants(webhook=receiver.url, webhook_secret=SECRET)
    receiver.status = 500
    outbox.her_turn()
    start, age = outbox.clock.now(), 0.0
    while age < GIVE_UP_AFTER:
        assert outbox.send() == 1
        outbox.clock.advance(max(FIRST_PAUSE, age) - 1)
        assert outbox.send() == 0
        outbox.clock.advance(1)
        age = outbox.clock.now() - start
    assert outbox.send() == 1 and age < 2 * GIVE_UP_AFTER
    outbox.clock.advance(GIVE_UP_AFTER)
    assert outbox.send() == 0 and len(receiver.got) == 14
    assert (outbox.counted("webhook", "failed"), outbox.counted("webhook", "given_up")) == (13, 1)


def test_a_way_that_worked_is_not_taken_again_for_one_that_did_not(outbox: Outbox, receiver: Receiver) -> None:
    outbox.ann_wants(webhook=receiver.url, webhook_secret=SECRET, email="ann@example.org")
    outbox.office.refuses = "450 later"
    outbox.her_turn()
    outbox.send()
    outbox.office.refuses = None
    outbox.clock.advance(FIRST_PAUSE)
    outbox.send()
    assert len(receiver.got) == len(outbox.office.mails) == 1
    outbox.clock.advance(GIVE_UP_AFTER)
    assert outbox.send() == 0


def test_an_address_that_does_not_exist_is_given_up_at_once(outbox: Outbox) -> None:
    outbox.ann_wants(email="nobody@example.org")
    outbox.office.refuses = "550 no such person"
    outbox.her_turn()
    assert outbox.send() == 1 and outbox.counted("email", "given_up") == 1
    outbox.clock.advance(GIVE_UP_AFTER)
    assert outbox.send() == 0


def test_one_notice_that_cannot_be_handled_does_not_stop_the_others(outbox: Outbox) -> None:
    outbox.ann_wants(email="ann@example.org")
    broken = Notice("broken", "ann", outbox.clock.now(), {"what": "turn"})
    outbox.write(broken, turn("t1", "ann", 7, game="bali", names=["Ben"], at=outbox.clock.now()))
    outbox.send()
    assert len(outbox.office.mails) == 1


def test_the_outbox_runs_by_itself(outbox: Outbox, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    async def yes(notice: Notice) -> bool:
        return True

    async def start() -> None:
        outbox.services.notices.start(yes)

    monkeypatch.setattr("pasar.server.notices.outbox.LOOK_EVERY", 0.02)
    outbox.ann_wants(webhook=receiver.url, webhook_secret=SECRET)
    receiver.release.clear()
    outbox.house.run(start())
    outbox.her_turn()
    for _ in range(6000):
        if receiver.got:
            break
        threading.Event().wait(0.01)
    assert receiver.got
    receiver.release.set()


def test_redirects_are_not_followed(outbox: Outbox, receiver: Receiver) -> None:
    with receiving() as inside:
        receiver.status, receiver.location = 302, inside.url
        with pytest.raises(NotSent, match="answered 302"):
            outbox.house.run(Webhooks(to_private=True).send(receiver.url, SECRET, {}))
        assert not inside.got


def test_webhooks_do_not_lead_into_the_house(house: Any, receiver: Receiver) -> None:
    port = receiver.url.split(":")[2].split("/")[0]
    for host in ("127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "127.1", "2130706433"):
        with pytest.raises(NotSent, match="private") as fault:
            house.run(Webhooks().send(f"http://{host}:{port}/", SECRET, {}))
        assert fault.value.final
    assert not receiver.got


def certified(folder: Path, name: str) -> tuple[Path, ssl.SSLContext]:
    """A certificate for this name, and a server's side of it."""
    made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    named = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run(["openssl", *made, *named, *files], check=True, capture_output=True)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    return folder / "certificate.pem", server


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes its certificate with openssl")
@pytest.mark.parametrize(("name", "trusted"), [("localhost", True), ("elsewhere.example", False)])
def test_the_certificate_has_to_be_for_the_name(house: Any, tmp_path: Path, name: str, trusted: bool) -> None:
    certificate, encryption = certified(tmp_path, name)
    client = ssl.create_default_context(cafile=str(certificate))
    webhooks = Webhooks(to_private=True, encryption=client)
    with receiving(encryption) as receiver:
        url = receiver.url.replace("http://127.0.0.1", "https://localhost")
        if trusted:
            house.run(webhooks.send(url, SECRET, {}))
            assert receiver.got[0][0]["Host"].startswith("localhost:")
        else:
            with pytest.raises(NotSent, match="cannot be reached"):
                house.run(webhooks.send(url, SECRET, {}))
            assert not receiver.got
        house.run(webhooks.close())


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("0.0.0.0", False),
        ("10.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("192.0.0.8", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("fe80::1%eth0", False),
        ("fec0::1", False),
        ("fd00::1", False),
        ("::", False),
        ("::1", False),
        ("::127.0.0.1", False),
        ("ff02::1", False),
        ("ff0e::1", False),
        ("2001::1", False),
        ("2002:a00:1::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
        ("::ffff:0:7f00:1", False),
        ("192.88.99.1", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_webhook_that_cannot_be_reached_or_does_not_answer_is_not_waited_for(
    house: Any, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pasar.server.notices.webhooks.TIMEOUT", 0.2)
    receiver.release.clear()
    with pytest.raises(NotSent, match="in time"):
        house.run(Webhooks(to_private=True).send(receiver.url, SECRET, {}))
    with pytest.raises(NotSent, match="cannot be reached"):
        house.run(Webhooks(to_private=True).send("http://127.0.0.1:1/", SECRET, {}))
