"""Stands between two programs that speak over a socket: loses an answer, refuses, or lets nothing through any more."""

import select
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from support.databases import SOCKET

LOOK_EVERY = 0.05  # seconds, at connections on which nothing is said


class Between:
    """`reach` leads to the program that is really asked.

    `silent` is a partition: whatever is said by either side is lost, and neither is told. When it is over, connections
    on which something was lost are at their end.
    """

    def __init__(self, door: socket.socket, reach: Callable[[], socket.socket], url: str) -> None:
        self.url = url
        self.lose_next_answer = False  # to a commit
        self.freeze_next_commit = False  # nothing gets through from the next on that is asked for
        self.refuse = False
        self.silent = False
        self._door, self._reach = door, reach
        self._door.listen()
        self._start(self._admit)

    def close(self) -> None:
        self.silent = False
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()

    def _start(self, work: Callable[..., None], *arguments: socket.socket) -> None:
        threading.Thread(target=work, args=arguments, daemon=True).start()

    def _admit(self) -> None:
        with suppress(OSError):
            while True:
                client = self._door.accept()[0]
                if self.refuse:
                    client.close()
                else:
                    self._start(self._serve, client)

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError), self._reach() as server:
            others, lost = {client: server, server: client}, False
            while self.silent or not lost:
                ready, _, _ = select.select(list(others), [], [], LOOK_EVERY)
                for one in ready:
                    said = one.recv(65536)
                    if one is client and self.freeze_next_commit and b"COMMIT" in said:
                        self.freeze_next_commit, self.silent = False, True
                    if self.silent:
                        lost = True
                        if not said:
                            del others[one]
                        continue
                    if not said or (one is server and self._loses(said)):
                        return
                    others[one].sendall(said)

    def _loses(self, answer: bytes) -> bool:
        loses = self.lose_next_answer and b"COMMIT" in answer
        self.lose_next_answer = self.lose_next_answer and not loses
        return loses


def before_postgres(folder: Path, url: str) -> Between:
    parts = urlsplit(url)
    real = f"{parse_qs(parts.query)['host'][0]}/{SOCKET}"
    door = socket.socket(socket.AF_UNIX)
    door.bind(str(folder / SOCKET))

    def reach() -> socket.socket:
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(real)
        except OSError:
            server.close()
            raise
        return server

    return Between(door, reach, f"postgresql://postgres:@/{parts.path[1:]}?host={folder}")


def before_server(port: int) -> Between:
    door = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{door.getsockname()[1]}"
    return Between(door, lambda: socket.create_connection(("127.0.0.1", port)), url)
