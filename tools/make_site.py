"""Builds build/site: Pasar as files that any static host serves from any folder, games and bots in the page.

The pages are those that `pasar serve` sends; the games are left beside them, so that it sends those too (/local/).
Needs what the web client is built with, and ziglang, which links the games.

make_site.py              into build/site and src/pasar/web/local
make_site.py SITE LOCAL   into these folders
"""

import gzip
import json
import re
import shutil
import sys
from pathlib import Path

import web
from pasar.errors import PasarError
from pasar.export.exporting import export, export_coach
from pasar.games import games
from pasar.games.contract import Game
from pasar.server.http import offline
from pasar.server.http.lessons import lesson
from pasar.server.http.positions import beginnings, position, sheet

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build" / "site"
CLIENT = ROOT / "src" / "pasar" / "web"
PACKED = frozenset({".br", ".gz"})  # a static host packs files itself
FIRST_SCRIPT = re.compile(r'<script src="\./(theme\.js)"></script>')
STYLES = re.compile(r'<link rel="stylesheet"[^>]* href="\./(assets/[^"]+)">')


def build(site: Path = SITE, local: Path = CLIENT / web.GAMES) -> None:
    web.build(ROOT)
    shutil.rmtree(local, ignore_errors=True)
    _add_games(local / "games")
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(CLIENT, site, ignore=lambda _, names: [name for name in names if not _is_sent(name)])
    shutil.copytree(local / "games", site / "games", ignore=shutil.ignore_patterns("*.gz"))
    _loosen_page(site / "index.html")
    _loosen_manifest(site / "manifest.webmanifest")
    _fill_worker(site)


def _is_sent(name: str) -> bool:
    return name != web.GAMES and not name.startswith(".") and Path(name).suffix not in PACKED


def _add_games(folder: Path) -> None:
    """All games that are found here, those of other packages too."""
    for game in games().values():
        print(f"compiling {game.name} (minutes, the first time)", flush=True)
        export(game, folder)
        export_coach(game, folder)
        _add_positions(game, folder)
        for variant in game.lessons:
            told = lesson(game.name, variant)
            assert told is not None
            name = f"{game.name}.lesson{variant and f'_{variant}'}.json"
            (folder / name).write_text(told.model_dump_json(), encoding="utf-8")
    (folder / "index.json").write_text(json.dumps(sorted(games())), encoding="utf-8")
    for path in list(folder.iterdir()):
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))


def _add_positions(game: Game, folder: Path) -> None:
    """Positions to solve, and each as it is seen."""
    (folder / f"{game.name}.positions.json").write_text(sheet(game).model_dump_json(), encoding="utf-8")
    frames = [position(each).model_dump(mode="json") for each in beginnings(game)]
    text = json.dumps(frames, separators=(",", ":"), ensure_ascii=False)
    (folder / f"{game.name}.frames.json").write_text(text, encoding="utf-8")


def _loosen_page(page: Path) -> None:
    """It may lie in any folder, and plays by itself."""
    text = page.read_text(encoding="utf-8").replace('="/', '="./')
    manifest = (CLIENT / offline.MANIFEST).read_text(encoding="utf-8")
    names = sorted(games())
    ahead = offline.fetches_ahead(offline.later(text), manifest, names, "./", "./games/")
    page.write_text(_whole(offline.with_said(ahead, offline.names_games(names)), page.parent), encoding="utf-8")


def _whole(page: str, site: Path) -> str:
    """With its first script and its styles in it: once it is here, something can be seen and pressed. A server's page
    has them beside it, because its security policy allows nothing inline."""

    def styles(found: re.Match[str]) -> str:
        text = (site / found[1]).read_text(encoding="utf-8").replace("url(./", "url(./assets/")
        # The link stays, and fetches nothing: without it scripts would fetch their styles once more.
        return f"<style>{text}</style>{found[0].replace('<link ', '<link disabled ')}"

    page = FIRST_SCRIPT.sub(lambda found: f"<script>{(site / found[1]).read_text(encoding='utf-8')}</script>", page)
    return STYLES.sub(styles, page)


def _loosen_manifest(manifest: Path) -> None:
    """Its addresses begin where it lies, wherever that is; pages stand after a question mark."""
    told = json.loads(manifest.read_text(encoding="utf-8"))
    told |= {"id": "./", "start_url": "./", "scope": "./"}
    for icon in told["icons"]:
        icon["src"] = f".{icon['src']}"
    for shortcut in told["shortcuts"]:
        shortcut["url"] = f"./?{shortcut['url']}"
    manifest.write_text(json.dumps(told), encoding="utf-8")


def _fill_worker(site: Path) -> None:
    files = {f"./{path.relative_to(site).as_posix()}": path.read_bytes() for path in site.rglob("*") if path.is_file()}
    page, template = files.pop("./index.html"), files["./sw.js"].decode()
    (site / "sw.js").write_text(offline.worker(template, "./", files, [page]), encoding="utf-8")


if __name__ == "__main__":
    try:
        build(*map(Path, sys.argv[1:]))
    except (web.CannotBuild, PasarError) as fault:
        sys.exit(str(fault))
    print(f"{SITE.relative_to(ROOT)} is ready: any static host serves it, from any folder; and pasar serve at /local/")
