"""The page that plays by itself, at /local/: the same client, with the games beside it, for times without the server.

`make site` puts the games there (web/local/games), compiled for browsers. Without them a server has no such page.
"""

import hashlib
import json
import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from pasar.games import games
from pasar.server.base import logs

PAGE = "/local/"
GAMES = "/local/games/"
WORKER = "/sw.js"
NOT_KEPT = frozenset({"card.png", "licences", "sw.js"})  # of no use without a network
MANIFEST = ".vite/manifest.json"  # of the client's build: which file each source is in, and which others that needs
FIRST = ("src/lobby/opening.ts", "src/local/server.ts")
THEN = ("src/table/TablePage.svelte", "src/games/{}/index.ts", "src/games/{}/art.ts")  # drawings last
LANGUAGES = re.compile(r"src/words/([a-z]{2})\.ts")
FETCHED_AS = {".js": 'rel="modulepreload"', ".css": 'rel="preload" as="style"'}
FETCHED = 'rel="preload" as="fetch"'  # all else
SAYS_WHERE_THE_SERVER_IS = '<meta name="pasar-server" content="/">'
SAYS_WHERE_THE_PAGE_IS = f'<meta name="pasar-local" content="{PAGE}">'
CODE_MAY_BE_WASM = ("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
NO_GAMES = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark"><title>Pasar</title><h1>Pasar</h1><p>This server has no games that '
    "a page could play without it. In the project’s folder run</p><pre>make site</pre><p>and start the server again. "
    '<a href="/">To the front page</a></p></html>'
)


def games_in(files: Mapping[str, bytes]) -> list[str]:
    """The games for pages; none unless all are of the rules that this server plays: their records have to hold here."""
    names: list[str] = json.loads(files.get(f"{GAMES}index.json", b"[]"))
    known = games()
    for name in names:
        told = json.loads(files.get(f"{GAMES}{name}.json", b"{}"))
        if name not in known or told.get("version") != known[name].version:
            logs.event("old_games_for_pages", logging.WARNING, game=name, help="make site compiles them anew")
            return []
    return names


def names_games(names: Sequence[str]) -> str:
    """Lets a page know that it plays by itself, and which games lie beside it."""
    return f'<meta name="pasar-games" content="{" ".join(names)}">'


def fetches_ahead(page: str, manifest: str, names: Sequence[str], root: str, games: str) -> str:
    """A page that fetches at once what a first game needs, instead of one thing after another. Its first script
    (web/public/theme.js) knows which language and which of the games (`names`, in the folder `games`) those are. The
    front page is not among it: its scripts fetch it unless somebody wants to play already (web/src/site/pages.ts)."""
    built = json.loads(manifest)
    first = [name for name in _needed(built, FIRST) if name not in page]
    lines = []
    for name in names:
        own = _needed(built, [each.format(name) for each in THEN])
        files = [f"{games}{name}.json", f"{games}{name}.wasm"]
        files += [root + each for each in own if each not in first and each not in page]
        lines += [_fetched(file, name) for file in files]
    spoken = {found[1]: part["file"] for name, part in built.items() if (found := LANGUAGES.fullmatch(name))}
    lines += [_fetched(root + file, language) for language, file in spoken.items()]
    page = page.replace("<script ", "".join(lines) + "<script ", 1)
    return with_said(page, *(_fetched(root + name) for name in first))


def _needed(built: Mapping[str, Any], parts: Iterable[str]) -> list[str]:
    """The files of these parts of the client, and of all that they import."""
    wanted, files = list(parts), dict[str, None]()
    while wanted:
        part = built.get(wanted.pop(0))
        if part is not None and part["file"] not in files:
            wanted += part.get("imports", ())
            files |= dict.fromkeys((part["file"], *part.get("css", ())))
    return list(files)


def _fetched(address: str, when: str = "") -> str:
    """Fetched ahead; with `when`, only if that is the language or the game."""
    kind = FETCHED_AS.get(PurePosixPath(address).suffix, FETCHED)
    told = f'data-when="{when}" data-{kind}' if when else kind
    return f'<link {told} crossorigin href="{address}">'


def later(page: str) -> str:
    """A page that has the system's letters at first and fetches its own afterwards: whoever wants to play waits for its
    code alone."""
    page = re.sub(r'\s*<link rel="preload" as="font"[^>]*>', "", page)
    return page.replace("<html ", '<html data-letters="later" ', 1)


def with_said(page: str, *lines: str) -> str:
    """A page that is told something in its head."""
    return page.replace("</head>", "".join(lines) + "</head>", 1)


def worker(template: str, page: str, files: Mapping[str, bytes], also: Iterable[bytes] = ()) -> str:
    """The service worker that keeps these files (by their addresses) and `page`; whatever changes makes a new one."""
    names = sorted(name for name in files if PurePosixPath(name.lstrip("./")).parts[0] not in NOT_KEPT)
    digest = hashlib.sha256(template.encode())
    for content in (*also, *(part for name in names for part in (name.encode(), files[name]))):
        digest.update(content)
    code = template.replace("@VERSION@", digest.hexdigest()[:16]).replace("@PAGE@", page)
    return code.replace('"@FILES@"', json.dumps([page, *names]))
