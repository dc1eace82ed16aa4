"""Which addresses are told to whom."""

import socket

import pytest

from pasar.server.base import addresses
from pasar.server.base.addresses import for_others, here
from pasar.server.base.settings import Settings


@pytest.mark.parametrize(
    ("host", "at_home", "outside"),
    [
        ("127.0.0.1", "http://localhost:8000", []),
        ("localhost", "http://localhost:8000", []),
        ("::1", "http://[::1]:8000", []),
        ("192.168.1.20", "http://192.168.1.20:8000", ["http://192.168.1.20:8000"]),
        ("fd00::5", "http://[fd00::5]:8000", ["http://[fd00::5]:8000"]),
        ("0.0.0.0", "http://localhost:8000", ["http://192.168.1.20:8000", "http://10.0.0.5:8000"]),
        ("::", "http://localhost:8000", ["http://192.168.1.20:8000", "http://10.0.0.5:8000", "http://[fd00::5]:8000"]),
    ],
)
def test_addresses(monkeypatch: pytest.MonkeyPatch, host: str, at_home: str, outside: list[str]) -> None:
    ways = {"192.0.2.1": "192.168.1.20", "192.168.255.254": "192.168.1.20", "10.255.255.254": "10.0.0.5",
            "172.31.255.254": None, "2001:db8::1": "fd00::5"}  # fmt: skip
    monkeypatch.setattr(addresses, "_sent_from", lambda family, place: ways[place])
    assert (here(host, 8000), for_others(host, 8000)) == (at_home, outside)


def test_without_any_network_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "PLACES", {socket.AF_INET: ("127.0.0.1", "not a place")})
    assert for_others("0.0.0.0", 8000) == []


def test_what_its_keeper_says_comes_first() -> None:
    settings = Settings(host="0.0.0.0", public_url="https://pasar.example")
    assert settings.addresses == [settings.base_url] == ["https://pasar.example"]
