"""/api/me over the wire, with a real server and a real mail server."""

import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from fastapi import FastAPI
from support.post import post_office

from pasar.server.http.routes import links, me
from pasar.server.people.people import COOKIE

OTHER_SITE = {"origin": "https://elsewhere.example"}


def app() -> FastAPI:
    made = FastAPI()
    made.include_router(me.router)
    made.include_router(links.router)
    return made


@pytest.fixture
def live(serve: Callable[..., Any]) -> Any:
    return serve(app())


@pytest.fixture
def mail_server() -> Iterator[Any]:
    with post_office() as office:
        yield office


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_newcomer_becomes_a_guest_and_is_known_again(live: Any) -> None:
    with live.browser() as ann:
        first = ann.get("/api/me")
        cookie = first.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=lax" in cookie and "path=/" in cookie and "secure" not in cookie
        assert f"max-age={365 * 86400}" in cookie
        again = ann.get("/api/me")
        assert again.json() == first.json() and "set-cookie" not in again.headers
        assert first.json()["name"].startswith("Guest ") and first.headers["cache-control"] == "no-store"
    with live.browser() as ben:
        assert ben.get("/api/me").json()["id"] != first.json()["id"]


def test_the_cookie_is_for_https_only_where_there_is_https(serve: Callable[..., Any]) -> None:
    live = serve(app(), public_url="https://pasar.example")
    with live.browser() as ann:
        assert "secure" in ann.get("/api/me").headers["set-cookie"].lower()


def test_a_cookie_is_renewed_before_it_ends(live: Any, clock: Any) -> None:
    with live.browser() as ann:
        first = ann.get("/api/me").json()
        clock.advance(40 * 86400)
        renewed = ann.get("/api/me")
        assert renewed.json() == first and "set-cookie" in renewed.headers


def test_a_forged_cookie_makes_a_newcomer(live: Any) -> None:
    with live.browser(cookie=f"{COOKIE}=5f0c.AAAA.forged") as eve:
        assert "set-cookie" in eve.get("/api/me").headers
        assert error(eve.patch("/api/me", json={"name": "Eve"})) == (401, "no_person")


def test_too_many_new_guests_from_one_address_are_refused(live: Any) -> None:
    with live.program() as crowd:
        answers = [(crowd.cookies.clear(), crowd.get("/api/me"))[1] for _ in range(61)]
    assert [answer.status_code for answer in answers] == [200] * 60 + [429]
    assert error(answers[-1]) == (429, "too_many") and int(answers[-1].headers["retry-after"]) > 0


def test_name_language_and_choices_can_be_changed(live: Any) -> None:
    with live.browser() as ann:
        ann.get("/api/me")
        changed = ann.patch("/api/me", json={"name": " Änn ", "language": "de", "notices": {"email": False}}).json()
        assert (changed["name"], changed["language"]) == ("Änn", "de")
        assert changed["notices"] == {"webhook": True, "email": False}
        assert ann.get("/api/me").json() == changed
        assert ann.patch("/api/me", json={}).json() == changed


BAD_WISHES: list[tuple[Any, int, str]] = [
    ({"name": ""}, 400, "bad_name"),
    ({"name": "a\u202eb"}, 400, "bad_name"),
    ({"name": 5}, 422, "bad_request"),
    ({"name": "x" * 600}, 422, "bad_request"),
    ({"language": "tlh"}, 422, "bad_request"),
    ({"nmae": "Ann"}, 422, "bad_request"),
    ({"webhook": "javascript:alert(1)"}, 400, "bad_webhook"),
    ({"email": "ann@example.org"}, 422, "bad_request"),
    ([], 422, "bad_request"),
]


def test_a_bad_wish_changes_nothing(live: Any) -> None:
    with live.browser() as ann:
        before = ann.get("/api/me").json()
        for wish, status, code in BAD_WISHES:
            assert error(ann.patch("/api/me", json=wish)) == (status, code), wish
        assert ann.get("/api/me").json() == before


def test_a_webhook_gets_a_secret_that_is_shown_once(live: Any) -> None:
    with live.browser() as ann:
        ann.get("/api/me")
        first = ann.patch("/api/me", json={"webhook": "https://example.org/1"}).json()
        assert len(first["webhook_secret"]) > 30
        assert ann.get("/api/me").json()["webhook_secret"] is None
        assert ann.patch("/api/me", json={"webhook": "https://example.org/1"}).json()["webhook_secret"] is None
        other = ann.patch("/api/me", json={"webhook": "https://example.org/2"}).json()
        assert other["webhook_secret"] != first["webhook_secret"]
        assert ann.patch("/api/me", json={"webhook": None}).json()["webhook"] is None


def test_tokens_are_made_listed_used_and_revoked(live: Any) -> None:
    with live.browser() as ann, live.browser() as ben:
        identity, _ = ann.get("/api/me").json(), ben.get("/api/me")
        made = ann.post("/api/me/tokens", json={"label": "my bot"})
        assert made.status_code == 201
        token = made.json()
        listed = ann.get("/api/me/tokens").json()["tokens"]
        assert listed == [{name: token[name] for name in ("id", "label", "made_at")}]
        with live.program(authorization=f"Bearer {token['token']}") as bot:
            assert bot.get("/api/me").json() == identity
            assert error(bot.post("/api/me/tokens", json={"label": "more"})) == (403, "not_for_programs")
            assert error(bot.post("/api/me/link")) == (403, "not_for_programs")
            assert error(ben.delete(f"/api/me/tokens/{token['id']}")) == (404, "not_found")
            assert ann.delete(f"/api/me/tokens/{token['id']}").status_code == 204
            assert error(bot.get("/api/me")) == (401, "bad_token")
        assert error(ann.delete(f"/api/me/tokens/{token['id']}")) == (404, "not_found")
        assert error(ann.post("/api/me/tokens", json={"label": "\n"})) == (400, "bad_label")


def test_tokens_of_one_person_are_limited(serve: Callable[..., Any]) -> None:
    live = serve(app(), limits_scale=0)
    with live.browser() as ann:
        ann.get("/api/me")
        answers = [ann.post("/api/me/tokens", json={"label": "bot"}) for _ in range(21)]
    assert error(answers[-1]) == (409, "too_many_tokens") and answers[-2].status_code == 201


def test_a_link_moves_the_identity_to_another_device_once(live: Any) -> None:
    with live.browser() as computer, live.browser() as phone, live.browser() as thief:
        identity = computer.get("/api/me").json()
        made = computer.post("/api/me/link").json()
        assert made["link"] == f"{live.url}/link/enter/{made['token']}"
        assert phone.get("/api/me").json()["id"] != identity["id"]
        assert phone.post("/api/me/enter", json={"token": made["token"]}).json() == identity
        assert phone.get("/api/me").json() == computer.get("/api/me").json() == identity
        assert error(thief.post("/api/me/enter", json={"token": made["token"]})) == (403, "bad_link")


def test_looking_at_a_link_does_not_use_it_up(live: Any) -> None:
    with live.browser() as computer, live.program() as preview, live.browser() as phone:
        computer.get("/api/me")
        identity = computer.patch("/api/me", json={"name": "<i>Ann</i>", "language": "de"}).json()
        made = computer.post("/api/me/link").json()
        for _ in range(3):
            shown = preview.get(made["link"])
            assert "&lt;i&gt;Ann" in shown.text and "<i>" not in shown.text and 'lang="de"' in shown.text
            assert "set-cookie" not in shown.headers and shown.headers["cache-control"] == "no-store"
        entered = phone.post(made["link"])
        assert (entered.status_code, entered.headers["location"]) == (303, "/")
        assert phone.get("/api/me").json()["id"] == identity["id"]
        assert phone.get(made["link"]).status_code == phone.post(made["link"]).status_code == 403


def test_another_site_cannot_sign_a_visitor_in_as_somebody_else(live: Any) -> None:
    with live.browser() as eve, live.browser() as victim:
        eve.get("/api/me")
        made = eve.post("/api/me/link").json()
        assert error(victim.post(made["link"], headers=OTHER_SITE)) == (403, "foreign_origin")
        refused = victim.post("/api/me/enter", json={"token": made["token"]}, headers=OTHER_SITE)
        assert error(refused) == (403, "foreign_origin")


def test_a_mail_address_counts_once_it_is_confirmed(serve: Callable[..., Any], mail_server: Any) -> None:
    live = serve(app(), **mail_server.settings)
    with live.browser() as ann, live.program() as anywhere:
        assert ann.get("/api/me").json()["mails"]
        assert ann.post("/api/me/email", json={"email": "ann@example.org"}).status_code == 202
        link = _link(mail_server.mails[0], live.services.settings.base_url)
        assert ann.get("/api/me").json()["email"] is None
        assert "ann@example.org" in anywhere.get(link).text
        assert ann.get("/api/me").json()["email"] is None
        assert anywhere.post(link).status_code == 200
        assert ann.get("/api/me").json()["email"] == "ann@example.org"
        assert anywhere.post(link).status_code == anywhere.get(link).status_code == 403
        token = link.rpartition("/")[2]
        assert error(anywhere.post("/api/me/email/confirm", json={"token": token})) == (403, "bad_link")
        assert ann.patch("/api/me", json={"email": None}).json()["email"] is None


def test_mails_can_be_switched_off_by_a_link_without_signing_in(live: Any) -> None:
    with live.browser() as ann, live.program() as mail_program:
        person = ann.get("/api/me").json()["id"]
        link = f"/link/off/{live.services.people.no_mails(person)}"
        assert mail_program.get(link).status_code == 200
        assert ann.get("/api/me").json()["notices"]["email"]
        one_click = mail_program.post(link, data={"List-Unsubscribe": "One-Click"})
        assert one_click.status_code == 200
        assert not ann.get("/api/me").json()["notices"]["email"]
        assert mail_program.post(link[:-1]).status_code == mail_program.get(link + "x").status_code == 403


def test_mails_are_asked_for_sparingly(serve: Callable[..., Any], mail_server: Any) -> None:
    live = serve(app(), **mail_server.settings)
    with live.browser() as eve:
        eve.get("/api/me")
        answers = [eve.post("/api/me/email", json={"email": f"victim{n}@example.org"}) for n in range(5)]
    assert [answer.status_code for answer in answers] == [202] * 3 + [429] * 2
    assert len(mail_server.mails) == 3


def test_a_server_without_mail_says_so(live: Any) -> None:
    with live.browser() as ann:
        assert not ann.get("/api/me").json()["mails"]
        assert error(ann.post("/api/me/email", json={"email": "ann@example.org"})) == (409, "no_mails")


def test_a_mail_server_that_is_away_is_said_so(serve: Callable[..., Any]) -> None:
    with post_office() as office:
        given = office.settings
    with serve(app(), **given).browser() as ann:
        ann.get("/api/me")
        assert error(ann.post("/api/me/email", json={"email": "ann@example.org"})) == (503, "mail_failed")


def test_links_are_counted_by_their_template_which_holds_no_token(live: Any) -> None:
    with live.browser() as ann:
        ann.get("/api/me")
        made = ann.post("/api/me/link").json()
        ann.get(made["link"])
    text = live.counted()
    assert 'route="/link/enter/{token}",status="200"' in text and 'route="/api/me/link",status="201"' in text
    assert made["token"] not in text


def test_every_route_documents_its_refusals_and_examples() -> None:
    api = app().openapi()
    for path, methods in api["paths"].items():
        for about in methods.values():
            assert {"400", "403", "413", "422", "429", "500", "503"} <= about["responses"].keys(), path
            if path.startswith("/api/"):
                schema = about["responses"]["422"]["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}, path
    assert "HTTPValidationError" not in api["components"]["schemas"]


def _link(mail: EmailMessage, base: str) -> str:
    """The path of the link in a mail."""
    found = re.search(re.escape(base) + r"(/link/\S+)", mail.get_content())
    assert found is not None
    return found[1]
