"""Builds build/site: Pasar as files that any static host serves from any folder, games and bots in the page.

Needs what the web client is built with, and ziglang, which links the games.
"""

import hashlib
import json
import os
import shutil
import sys
from pathlib import Path

import web
from pasar.errors import PasarError
from pasar.export.exporting import export
from pasar.games import games
from pasar.games.contract import Game
from pasar.server.http.lessons import lesson
from pasar.server.http.positions import Beginning, position

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "site"
NOT_KEPT = ("sw.js", "card.png", "licences")  # of no use without a network


def build(folder: Path = SITE) -> None:
    web.install(ROOT / "web", everything=False)
    shutil.rmtree(folder, ignore_errors=True)
    print("building the pages (half a minute)", flush=True)
    os.environ["PASAR_SITE"] = str(folder)
    web.npm(ROOT / "web", "run", "build")
    _add_games(folder / "games")
    _say_where_games_are(folder / "index.html")
    _loosen(folder / "manifest.webmanifest")
    _add_worker(folder)


def _add_games(folder: Path) -> None:
    """All games that are found here, those of other packages too."""
    for game in games().values():
        print(f"compiling {game.name} (minutes, the first time)", flush=True)
        export(game, folder)
        _add_positions(game, folder)
        for variant in game.lessons:
            told = lesson(game.name, variant)
            assert told is not None
            name = f"{game.name}.lesson{variant and f'_{variant}'}.json"
            (folder / name).write_text(told.model_dump_json(), encoding="utf-8")
    (folder / "index.json").write_text(json.dumps(sorted(games())), encoding="utf-8")


def _add_positions(game: Game, folder: Path) -> None:
    """Positions to solve, and each as it is seen."""
    written = game.positions or b'{"records": [], "positions": []}'
    (folder / f"{game.name}.positions.json").write_bytes(written)
    sheet = json.loads(written)
    frames = []
    for each in sheet["positions"]:
        record = sheet["records"][each["record"]]
        moves = record["moves"][: each["moves"]]
        beginning = Beginning(
            game=game.name, rules=record["rules"], setup=record["setup"], moves=moves, seat=each["seat"]
        )
        frames.append(position(beginning).model_dump(mode="json"))
    text = json.dumps(frames, separators=(",", ":"), ensure_ascii=False)
    (folder / f"{game.name}.frames.json").write_text(text, encoding="utf-8")


def _say_where_games_are(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "<title>" in text
    page.write_text(
        text.replace("<title>", '<meta name="pasar-games" content="games/" />\n    <title>'), encoding="utf-8"
    )


def _loosen(manifest: Path) -> None:
    """Its addresses begin where it lies, wherever that is; pages stand after a question mark."""
    told = json.loads(manifest.read_text(encoding="utf-8"))
    told |= {"id": "./", "start_url": "./", "scope": "./"}
    for icon in told["icons"]:
        icon["src"] = f".{icon['src']}"
    for shortcut in told["shortcuts"]:
        shortcut["url"] = f"./?{shortcut['url']}"
    manifest.write_text(json.dumps(told), encoding="utf-8")


def _add_worker(folder: Path) -> None:
    """Its version is a hash of all files: whatever changes makes a new one."""
    files = sorted(
        path for path in folder.rglob("*") if path.is_file() and path.relative_to(folder).parts[0] not in NOT_KEPT
    )
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    names = ["./", *(f"./{path.relative_to(folder).as_posix()}" for path in files if path.name != "index.html")]
    code = (ROOT / "web" / "site" / "sw.js").read_text(encoding="utf-8")
    code = code.replace("@VERSION@", digest.hexdigest()[:16]).replace('"@FILES@"', json.dumps(names))
    (folder / "sw.js").write_text(code, encoding="utf-8")


if __name__ == "__main__":
    try:
        build(*map(Path, sys.argv[1:]))
    except (web.CannotBuild, PasarError) as fault:
        sys.exit(str(fault))
    print(f"{SITE.relative_to(ROOT)} is ready: any static host serves it, from any folder")
