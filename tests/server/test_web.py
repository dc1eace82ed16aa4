"""The web client as browsers get it, from a small build that each test finds in a folder of its own."""

import asyncio
import gzip
import io
import json
import logging
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.tables import Server, serving

from pasar.games import games
from pasar.server.base import logs
from pasar.server.base.settings import Settings
from pasar.server.http.web import PAGES, TYPES, best_encoding

STYLE = "/assets/main-D15c0.css"
PAGE = f'<!doctype html><title>Pasar</title><link rel="stylesheet" crossorigin href="{STYLE}"><div id=app></div>'
SCRIPT = "const words = 'one two three';" * 40
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
ASSET = "/assets/main-C0ffee12.js"


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """Stands for what `npm run build` writes."""
    folder = tmp_path / "a build"
    files = {
        "index.html": PAGE, ASSET[1:]: SCRIPT, "assets/font-B00.woff2": "font", "icon.svg": "<svg/>",
        "manifest.webmanifest": "{}", ".sources": "hash", "theme.js": "1", STYLE[1:]: "main {}",
    }  # fmt: skip
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / f"{ASSET[1:]}.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder / f"{ASSET[1:]}.br").write_bytes(b"as if it were brotli")
    (tmp_path / "secret.txt").write_text("nobody's business")
    return folder


@pytest.fixture
def server(settings: Callable[..., Settings], clock: Any, build: Path) -> Iterator[Server]:
    with serving(settings(limits_scale=0, web=build), clock) as server:
        yield server


def client(server: Server, **headers: str) -> httpx.Client:
    # By itself it would ask for packed files and unpack them.
    plain = {"accept-encoding": "identity", **headers}
    return httpx.Client(base_url=server.url, headers=plain, trust_env=False, verify=False)


@pytest.fixture
def http(server: Server) -> Iterator[httpx.Client]:
    with client(server) as http:
        yield http


def test_every_page_is_the_one_page(http: httpx.Client) -> None:
    for page in PAGES:
        answer = http.get(page.format(id="00112233445566ff", game="bali", variant="oracle"))
        assert (answer.status_code, answer.text) == (200, PAGE), page
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"


def test_the_picture_of_a_link_has_the_address_that_people_know(
    settings: Callable[..., Settings], clock: Any, build: Path
) -> None:
    (build / "index.html").write_text('<meta property="og:image" content="/card.png" />')
    for public_url, address in ((None, ""), ("https://pasar.example", "https://pasar.example")):
        with serving(settings(web=build, public_url=public_url), clock) as server, client(server) as http:
            answer = http.get("/", headers={"host": "pasar.example"} if public_url else {})
            assert f'content="{address}/card.png"' in answer.text


def test_who_knows_the_page_is_not_sent_it_again(http: httpx.Client) -> None:
    tag = http.get("/").headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer = http.get("/table/00112233445566ff", headers={"if-none-match": known})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)
        assert "content-type" not in answer.headers and answer.headers["cache-control"] == "no-cache"
    assert http.get("/", headers={"if-none-match": '"other"'}).status_code == 200


def test_files_with_a_hash_in_their_name_are_kept_for_ever(http: httpx.Client) -> None:
    assert http.get(ASSET).text == SCRIPT
    assert http.get(ASSET).headers["cache-control"] == "public, max-age=31536000, immutable"
    for name in ("/icon.svg", "/theme.js", "/manifest.webmanifest"):
        assert http.get(name).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("name", "media"),
    [
        (ASSET, "text/javascript; charset=utf-8"),
        ("/assets/font-B00.woff2", "font/woff2"),
        ("/icon.svg", "image/svg+xml; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ],
)
def test_files_say_what_they_are_and_browsers_do_not_guess(http: httpx.Client, name: str, media: str) -> None:
    headers = http.get(name).headers
    assert (headers["content-type"], headers["x-content-type-options"]) == (media, "nosniff")
    assert "'unsafe" not in headers["content-security-policy"]


def test_a_packed_file_is_sent_to_who_can_read_it(http: httpx.Client) -> None:
    with http.stream("GET", ASSET, headers={"accept-encoding": "gzip, deflate, br"}) as answer:
        assert answer.headers["content-encoding"] == "br" and b"".join(answer.iter_raw()) == b"as if it were brotli"
    packed = http.get(ASSET, headers={"accept-encoding": "gzip"})
    assert (packed.headers["content-encoding"], packed.text) == ("gzip", SCRIPT)
    plain = http.get(ASSET)
    assert "content-encoding" not in plain.headers
    assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
    assert plain.headers["etag"] != packed.headers["etag"]


@pytest.mark.parametrize(
    ("accepted", "best"),
    [
        ("", ""), ("identity", ""), ("gzip", "gzip"), ("GZIP", "gzip"), ("br;q=0, gzip;q=0.5", "gzip"), ("*", "br"),
        ("*;q=0", ""), ("gzip;q=1.0, *;q=0.1", "br"), ("br;q=nonsense", ""), ("deflate, br", "br"), (",;,", ""),
    ],
)  # fmt: skip
def test_the_best_encoding(accepted: str, best: str) -> None:
    assert best_encoding(accepted, {"": b"", "br": b"", "gzip": b""}) == best
    assert best_encoding(accepted, {"": b""}) == ""


def test_head_is_get_without_the_body(http: httpx.Client) -> None:
    for path in ("/", ASSET, "/icon.svg", "/nowhere"):
        whole, head = http.get(path, headers=BROWSER), http.head(path, headers=BROWSER)
        assert (head.status_code, head.content) == (whole.status_code, b"")
        assert head.headers["content-length"] == whole.headers["content-length"] == str(len(whole.content))


def test_people_who_are_lost_get_the_page_and_programs_the_refusal(http: httpx.Client) -> None:
    for path in ("/nowhere", "/table", "/table/a/b", "/index.html", "/assets.html", "/.sources", "/%00", "//x/y"):
        answer = http.get(path, headers=BROWSER)
        assert (answer.status_code, answer.text) == (404, PAGE), path
        assert http.get(path).json()["error"]["code"] == "not_found"
    for path in ("/api", "/api/nothing", "/assets/old-1234.js", "/link/nothing", "/ready/x", "/assets/"):
        answer = http.get(path, headers=BROWSER)
        assert answer.status_code == 404 and answer.json()["error"]["code"] == "not_found", path
    assert http.get("/assets/old-1234.js").headers["cache-control"] == "no-store"


def test_a_slash_too_many_leads_to_the_page(http: httpx.Client) -> None:
    answer = http.get("/learn/", headers=BROWSER)
    assert answer.status_code == 307 and answer.headers["location"].endswith("/learn")


def test_only_reading_is_possible(http: httpx.Client) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        for path, code in (("/", "wrong_method"), (ASSET, "wrong_method"), ("/nowhere", "not_found")):
            assert http.request(method, path, headers=BROWSER).json()["error"]["code"] == code


@pytest.mark.parametrize(
    "path",
    ["/assets/../../secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/../secret.txt",
     "/assets//etc/passwd", "/assets/..\\..\\secret.txt", "/assets/main-C0ffee12.js/", "/assets/main-C0ffee12.js.gz"],
)  # fmt: skip
def test_no_path_leads_out(server: Server, path: str) -> None:
    # The client would tidy the path itself.
    with client(server) as http:
        answer = http.send(httpx.Request("GET", server.url, extensions={"target": path.encode()}))
    assert answer.status_code == 404 and "nobody's" not in answer.text


def test_files_have_a_limit_of_their_own(settings: Callable[..., Settings], clock: Any, build: Path) -> None:
    with serving(settings(limits_scale=0.01, web=build), clock) as server, client(server) as http:
        assert [http.get(ASSET).status_code for _ in range(31)] == [200] * 30 + [429]
        assert http.get("/").json()["error"]["limit"] == "files"
        assert http.get("/api/games").status_code == 200


def test_files_are_not_logged_one_by_one(server: Server, http: httpx.Client) -> None:
    stream = io.StringIO()
    before, level = logging.getLogger().handlers[:], logging.getLogger().level
    try:
        logs.configure("info", as_json=True, stream=stream)
        for path in ("/", ASSET, "/icon.svg", "/assets/old-1234.js", "/api/games"):
            http.get(path)
        server.run(asyncio.sleep(0.1))  # what was answered is noted after that
    finally:
        logging.getLogger().handlers[:] = before
        logging.getLogger().setLevel(level)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    shown = [(line["route"], line["status"]) for line in lines if line["event"] == "request"]
    assert shown == [("/assets/{name:path}", 404), ("/api/games", 200)]


def test_without_a_build_the_page_says_how_to_make_one(
    settings: Callable[..., Settings], clock: Any, tmp_path: Path
) -> None:
    with serving(settings(web=tmp_path / "nothing"), clock) as server, client(server, **BROWSER) as http:
        for path in ("/", "/table/00112233445566ff"):
            answer = http.get(path)
            assert answer.status_code == 503 and "make web" in answer.text
            assert "<style" not in answer.text and "<script" not in answer.text
        assert http.get("/nowhere").json()["error"]["code"] == "not_found"
        assert http.get("/api/games").status_code == 200


def test_pages_behind_links_look_like_the_client(http: httpx.Client) -> None:
    page = http.get("/link/enter/nothing", headers=BROWSER)
    assert page.status_code == 403
    used = re.findall(r'<(?:link|script|img)[^>]*(?:href|src)="([^"]+)"', page.text)
    assert used[-3:] == [STYLE, "/link.css", "/icon.svg"] and "/theme.js" in used
    assert [http.get(name).status_code for name in used] == [200] * len(used)
    assert http.get("/link.css").headers["content-type"] == "text/css; charset=utf-8"
    assert not re.search(r"<style|style=|<script>", page.text)
    assert '<a class="button" href="/">' in page.text


def test_every_kind_of_file_that_the_client_has_is_known() -> None:
    """What a build brings must not be sent as a nameless heap of bytes."""
    sources = Path(__file__).parents[2] / "web" / "public"
    kinds = {path.suffix for path in sources.rglob("*") if path.is_file() and not path.name.startswith(".")}
    assert kinds <= TYPES.keys()


# --- The page that plays by itself ------------------------------------------------------------------------------------


@pytest.fixture
def playing_build(build: Path) -> Path:
    """As `make site` leaves it."""
    for name, game in games().items():
        told = json.dumps({"name": name, "version": game.version})
        _write(build / "local" / "games" / f"{name}.json", told)
        _write(build / "local" / "games" / f"{name}.wasm", "\0asm")
    _write(build / "local" / "games" / "index.json", json.dumps(sorted(games())))
    _write(build / "sw.js", 'const VERSION = "@VERSION@", PAGE = "@PAGE@", FILES = "@FILES@";')
    _write(build / "index.html", PAGE.replace("<title>", "<head><title>").replace("</title>", "</title></head>"))
    return build


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_with_games_for_pages_there_is_a_page_that_plays_by_itself(
    settings: Callable[..., Settings], clock: Any, playing_build: Path
) -> None:
    with serving(settings(web=playing_build), clock) as server, client(server) as http:
        page, local = http.get("/"), http.get("/local/")
        assert '"pasar-local" content="/local/"' in page.text and "pasar-games" not in page.text
        assert '"pasar-games" content="bali basari"' in local.text and '"pasar-server" content="/"' in local.text
        assert "'wasm-unsafe-eval'" in local.headers["content-security-policy"]
        assert "'wasm-unsafe-eval'" not in page.headers["content-security-policy"]
        assert http.get("/local/games/bali.wasm").headers["content-type"] == "application/wasm"
        assert http.get("/local").headers["location"].endswith("/local/")
        kept = json.loads(http.get("/sw.js").text.partition("FILES = ")[2].rstrip(";"))
        assert {"/local/", ASSET, "/local/games/bali.wasm"} <= set(kept) and not {"/sw.js", "/index.html"} & set(kept)
        assert all(http.get(name).status_code == 200 for name in kept)


@pytest.mark.parametrize("lacks", ["games", "the right rules", "leave"])
def test_without_games_for_pages_there_is_none_and_it_says_so(
    settings: Callable[..., Settings], clock: Any, playing_build: Path, lacks: str
) -> None:
    if lacks == "games":
        shutil.rmtree(playing_build / "local")
    elif lacks == "the right rules":
        _write(playing_build / "local" / "games" / "bali.json", '{"name": "bali", "version": 0}')
    with serving(settings(web=playing_build, local=lacks != "leave"), clock) as server, client(server) as http:
        assert "pasar-local" not in http.get("/").text
        answer = http.get("/local/")
        assert answer.status_code == 404 and "make site" in answer.text
        assert http.get("/sw.js").status_code == 404
