"""Servers that are hurt by tests, and what they are hurt with: full disks, connections that read nothing, signals."""

import asyncio
import contextlib
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil

from support.databases import Postgres
from support.tables import At, Process

PAGE = 4096  # bytes


def free_port() -> int:
    with contextlib.closing(socket.socket()) as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


class House:
    """A `pasar serve` at an address that stays the same from one start to the next."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        self.folder, self.port, self._database = folder, free_port(), database
        self.starts: list[float] = []  # seconds that each took
        self.start()

    def start(self) -> None:
        begun = time.monotonic()
        arguments = () if self._database is None else ("--database", self._database)
        self.process = Process(self.folder, *arguments, port=self.port)
        self.starts.append(time.monotonic() - begun)

    def alive(self) -> "House":
        if self.process.popen.poll() is not None:
            self.start()
        return self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> str:
        return self._database or f"sqlite:///{self.folder / 'data' / 'pasar.sqlite3'}"

    async def kill_and_start(self) -> None:
        self.process.kill()
        await asyncio.to_thread(self.start)

    def memory(self, what: str = "VmRSS") -> int:
        """Bytes now; with VmHWM, the most that it ever had."""
        status = Path(f"/proc/{self.process.popen.pid}/status").read_text()
        return 1024 * int(next(line for line in status.splitlines() if line.startswith(what)).split()[1])

    def metric(self, name: str) -> float:
        lines = httpx.get(f"{self.url}/metrics", trust_env=False).text.splitlines()
        return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])

    def ready(self) -> int:
        return httpx.get(f"{self.url}/ready", trust_env=False, timeout=20).status_code


@contextlib.contextmanager
def houses(*folders: Path, database: str | None = None) -> Iterator[list[House]]:
    """One server for each folder."""
    with contextlib.ExitStack() as stack:
        running: list[House] = []
        for folder in folders:
            running.append(House(folder, database))
            stack.callback(lambda house=running[-1]: house.process.kill())
        yield running


# --- Blows ------------------------------------------------------------------------------------------------------------


def kill_postgres(postgres: Postgres) -> None:
    """kill -9 of its first process; the others notice that it has gone and follow. Its pid file stays behind."""
    first = psutil.Process(postgres._server.get_pid())
    others = first.children()
    first.kill()
    assert not psutil.wait_procs(others, 10)[1]
    (postgres._server.pgdata / "postmaster.pid").unlink()  # nobody may have taken note of the end of that process


def mounted(folder: Path, megabytes: int) -> bool:
    """Whether a disk of this size is there now."""
    folder.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", folder]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def fill(folder: Path) -> Path:
    """A file that takes all the room that is left."""
    filling = folder / "filling"
    with filling.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(bytes(PAGE)):
            pass
    return filling


class Deaf:
    """Somebody who enters a table as a spectator and reads nothing from then on."""

    def __init__(self, house: House, at: At) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, PAGE)
        self.socket.settimeout(10)
        self.socket.connect(("127.0.0.1", house.port))
        asks = (
            f"GET /api/tables/{at.id}/socket HTTP/1.1", f"Host: 127.0.0.1:{house.port}", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version: 13", "", "",
        )  # fmt: skip
        self.socket.sendall("\r\n".join(asks).encode())
        assert b" 101 " in self.socket.recv(PAGE)
        self.say(f'{{"type":"enter","key":"{at.key}"}}')

    def say(self, text: str) -> None:
        """A short frame, masked with zeros."""
        assert len(text) < 126
        self.socket.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode())

    def ending(self) -> bytes:
        """The last that can still be read; then the connection is at its end, one way or the other."""
        last = b""
        with contextlib.suppress(ConnectionResetError):
            while data := self.socket.recv(1 << 20):
                last = (last + data)[-PAGE:]
        self.socket.close()
        return last
