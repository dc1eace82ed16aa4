"""Guests: signed cookies, names, and the secrets that speak for a person."""

import asyncio
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from support.living import KEY

from pasar.server.base.refusals import Refused
from pasar.server.people import names
from pasar.server.people.contacts import Contact, check_email, check_webhook, language_of
from pasar.server.people.passes import DEVICE, EMAIL, PROGRAM
from pasar.server.people.people import COOKIE, COOKIE_AGE, People

DAY = 86400


@pytest.fixture
def ann(house: Any) -> str:
    """The id of a person in the store."""
    person: str = house.run(house.services.people.new_guest(asking())).id
    return person


def asking(**headers: str) -> HTTPConnection:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "headers": raw})


def test_a_cookie_names_the_person_it_was_signed_for(house: Any) -> None:
    people = house.services.people
    assert people.read_cookie(people.sign_in("ann")) == "ann"


def test_a_cookie_that_is_not_ours_names_nobody(house: Any, clock: Any) -> None:
    people = house.services.people
    cookie = people.sign_in("ann")
    person, date, signature = cookie.split(".")
    foreign = People(house.services.store, house.services.settings, clock, b"x" * 32).sign_in("ann")
    forged = [
        foreign,
        f"ben.{date}.{signature}",
        f"{person}.{date}A.{signature}",
        f"{person}.{signature}",
        cookie[:-1],
        cookie + "A",
        cookie.swapcase(),
        person,
        people.no_mails("ann"),  # signed by us, but for something else
        "",
        ".",
        "..",
        "\x00" * 50,
        "ä.ö.ü",
        "a" * 10_000,
    ]
    assert [people.read_cookie(value) for value in forged] == [None] * len(forged)
    assert [people.read_cookie(cookie[:length]) for length in range(len(cookie))] == [None] * len(cookie)


def test_a_cookie_is_good_for_a_year_and_not_from_the_future(house: Any, clock: Any) -> None:
    people = house.services.people
    cookie = people.sign_in("ann")
    clock.advance(COOKIE_AGE)
    assert people.read_cookie(cookie) == "ann"
    clock.advance(1)
    assert people.read_cookie(cookie) is None
    clock.advance(-2 * COOKIE_AGE)
    assert people.read_cookie(cookie) is None


def test_a_cookie_is_renewed_once_a_month(house: Any, clock: Any) -> None:
    people = house.services.people
    asks = asking(cookie=f"{COOKIE}={people.sign_in('ann')}")
    assert not people.needs_cookie(asks)
    clock.advance(31 * DAY)
    assert people.needs_cookie(asks)
    assert people.needs_cookie(asking()) and not people.needs_cookie(asking(authorization="Bearer x"))


def test_a_guest_is_known_again_by_cookie_and_by_token(house: Any) -> None:
    people = house.services.people
    guest = house.run(people.new_guest(asking(**{"accept-language": "fr-CH, de;q=0.8"})))
    assert guest.name.startswith("Invité ") and Contact.of(guest.contact).language == "fr"
    _, text = house.run(people.passes.make(guest.id, PROGRAM, "bot"))
    for known in (asking(cookie=f"{COOKIE}={people.sign_in(guest.id)}"), asking(authorization=f"bearer {text}")):
        assert house.run(people.identify(known)) == guest


def test_nobody_is_known_without_proof(house: Any) -> None:
    people = house.services.people
    for stranger in (asking(), asking(cookie=f"{COOKIE}={people.sign_in('gone')}"), asking(authorization="Basic YTpi")):
        assert house.run(people.identify(stranger)) is None
        with pytest.raises(Refused, match="not signed in") as refused:
            house.run(people.require(stranger))
        assert refused.value.status == 401


def test_that_a_person_was_here_is_noted_once_a_day(house: Any, clock: Any) -> None:
    people, store = house.services.people, house.services.store
    guest = house.run(people.new_guest(asking()))
    asks = asking(cookie=f"{COOKIE}={people.sign_in(guest.id)}")
    clock.advance(3600)
    house.run(people.identify(asks))
    assert house.run(store.person(guest.id)).seen_at == guest.seen_at
    clock.advance(DAY)
    house.run(people.identify(asks))
    assert house.run(store.person(guest.id)).seen_at == clock.now()


def test_a_token_that_is_not_valid_is_refused(house: Any) -> None:
    people, store = house.services.people, house.services.store
    guest = house.run(people.new_guest(asking()))
    token, text = house.run(people.passes.make(guest.id, PROGRAM, "bot"))
    _, device = house.run(people.passes.make(guest.id, DEVICE))
    other_secret = text[:-43] + ("A" if text[-43] != "A" else "B") + text[-42:]
    unknown = f"pasar_{'0' * 16}{text[-43:]}"
    for wrong in (other_secret, unknown, device, text[:-1], text + "A", text[6:], token.id, "", "pasar_", "ä"):
        with pytest.raises(Refused) as refused:
            house.run(people.identify(HTTPConnection(_bearer(wrong))))
        assert (refused.value.code, refused.value.status) == ("bad_token", 401)
    assert house.run(store.drop_token(token.id, guest.id))
    with pytest.raises(Refused, match="revoked"):
        house.run(people.identify(asking(authorization=f"Bearer {text}")))


def _bearer(token: str) -> dict[str, Any]:
    return {"type": "http", "headers": [(b"authorization", b"Bearer " + token.encode("latin-1"))]}


def test_the_store_has_no_secret_of_a_token(house: Any, ann: str) -> None:
    token, text = house.run(house.services.people.passes.make(ann, PROGRAM, "bot"))
    kept = house.run(house.services.store.token(token.id))
    assert text[-43:] not in repr(kept) and len(kept.hash) == 32 and kept.label == "bot"


@pytest.mark.parametrize(("purpose", "lifetime"), [(DEVICE, 600), (EMAIL, DAY)])
def test_a_link_works_once_and_not_for_ever(house: Any, ann: str, clock: Any, purpose: str, lifetime: float) -> None:
    passes = house.services.people.passes
    _, used = house.run(passes.make(ann, purpose, "label"))
    _, late = house.run(passes.make(ann, purpose, "label"))
    clock.advance(lifetime - 1)
    assert house.run(passes.check(used, purpose)).person == ann  # looking does not use it up
    assert house.run(passes.use_up(used, purpose)).label == "label"
    clock.advance(1)
    for gone in (used, late, "nonsense"):
        with pytest.raises(Refused, match="not valid any more"):
            house.run(passes.use_up(gone, purpose))


def test_of_many_who_use_a_link_at_once_one_gets_it(house: Any, ann: str) -> None:
    passes = house.services.people.passes

    async def race() -> list[Any]:
        _, text = await passes.make(ann, DEVICE)
        return await asyncio.gather(*(passes.use_up(text, DEVICE) for _ in range(20)), return_exceptions=True)

    results = house.run(race())
    assert sum(isinstance(result, Refused) for result in results) == 19


def test_a_link_against_mails_is_signed(house: Any) -> None:
    people = house.services.people
    text = people.no_mails("ann")
    assert people.read_no_mails(text) == "ann"
    for wrong in (text[:-1], text.replace("ann", "ben"), people.sign_in("ann"), "", "ann"):
        assert people.read_no_mails(wrong) is None
    assert KEY not in text.encode()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("e\u0301", "é"),
        ("<b>Ann</b>", "<b>Ann</b>"),
        ("山田 太郎", "山田 太郎"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("x" * 40, "x" * 40),
        ("בְּרֵאשִׁית", "בְּרֵאשִׁית"),
    ],
)
def test_names_are_kept_as_data(text: str, kept: str) -> None:
    assert names.clean(text) == kept


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "can be seen"),
        ("   ", "can be seen"),
        ("\u200d", "can be seen"),
        ("\u0301", "can be seen"),
        ("x" * 41, "at most 40"),
        ("a\nb", "control"),
        ("a\x00b", "control"),
        ("a\u202eb", "direction"),
        ("a\u2066b", "direction"),
        ("a\u2028b", "control"),
        ("a\ud800b", "control"),
        ("a\ue000b", "control"),
        ("a\u200bb", "control"),
        ("A" + "\u0316" * 4 + "nn", "combining marks"),
        ("Z" + "\u0300\u0489" * 12, "combining marks"),
    ],
)
def test_names_that_would_mislead_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason) as refused:
        names.clean(text)
    assert refused.value.code == "bad_name" and refused.value.status == 400


def test_made_up_names_are_names() -> None:
    assert all(names.clean(name) == name for name in (names.made_up(language) for language in ("en", "de", "fr")))


def test_the_language_is_the_first_of_ours() -> None:
    assert language_of("fr-FR,fr;q=0.9,en;q=0.8") == "fr"
    assert language_of("es, de-AT;q=0.7") == "de"
    assert language_of("es") == language_of(None) == language_of("") == "en"


def test_contacts_survive_being_kept_and_what_a_later_version_adds() -> None:
    contact = Contact("de", webhook="https://example.org", webhook_secret="s", email="a@example.org", email_on=False)
    assert Contact.of({**contact.stored, "pigeon": True}) == contact
    assert contact.ways == ("webhook",) and Contact().ways == ()


@pytest.mark.parametrize(
    "url",
    [
        "example.org",
        "ftp://example.org",
        "https://",
        "https://a:b@example.org/",
        "https://example.org/a b",
        "https://example.org:99999/",
        "https://[::1",
        "https://exämple.org",
        "https://example.org/" + "x" * 500,
        "https://example.org/\r\nHost: x",
        "https://" + "a" * 70 + ".org",
    ],
)
def test_what_cannot_be_a_webhook_is_refused(url: str) -> None:
    assert check_webhook("https://example.org:8443/hook?x=1") == "https://example.org:8443/hook?x=1"
    with pytest.raises(Refused):
        check_webhook(url)


@pytest.mark.parametrize("address", ["", "ann", "@example.org", "ann@", "a b@example.org", "a@b.c\r\nBcc: x@y.z",
                                     "a@b.c,d@e.f", "<a@b.c>", "x" * 260 + "@b.c", "änn@example.org"])  # fmt: skip
def test_what_cannot_be_a_mail_address_is_refused(address: str) -> None:
    assert check_email("ann+pasar@example.org") == "ann+pasar@example.org"
    with pytest.raises(Refused):
        check_email(address)
