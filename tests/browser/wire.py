"""A line between a browser and the server that can be cut. A browser's own "offline" leaves open sockets alone."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit


class Wire:
    """Passes bytes on in both directions. After `cut` nobody gets through until it is mended."""

    def __init__(self, url: str) -> None:
        self._there = ("127.0.0.1", int(urlsplit(url).port or 80))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._whole = True
        self._carries = threading.Event()
        self._carries.set()
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._whole = False
        self._carries.set()
        for end in list(self._open):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mute(self) -> None:
        """As in a tunnel: nothing arrives any more, and nobody is told."""
        self._carries.clear()

    def mend(self) -> None:
        self._whole = True
        self._carries.set()

    def end(self) -> None:
        self.cut()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed: the test is over
            while True:
                near, _ = self._listener.accept()
                if self._whole:
                    self._join(near, socket.create_connection(self._there))
                else:
                    near.close()

    def _join(self, near: socket.socket, far: socket.socket) -> None:
        self._open |= {near, far}
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self._carries.wait()
                other.sendall(data)
        self._open -= {one}
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)
        one.close()


@contextlib.contextmanager
def wire_to(url: str) -> Iterator[Wire]:
    wire = Wire(url)
    try:
        yield wire
    finally:
        wire.end()
