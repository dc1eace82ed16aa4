"""Under which addresses a server is reached: from its own machine, and by others."""

import socket
from ipaddress import ip_address

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  what to listen on for all networks; nobody can go there
LOCAL = "localhost"
# One place on the internet (of the blocks for examples) and one in each block for networks at home. Nothing is sent
# there: a datagram socket that is connected knows which of our addresses it would be sent from.
PLACES = {
    socket.AF_INET: ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"),
    socket.AF_INET6: ("2001:db8::1",),
}


def url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def here(host: str, port: int) -> str:
    """For a browser on the same machine."""
    return url(LOCAL if host in EVERYWHERE or host == "127.0.0.1" else host, port)


def for_others(host: str, port: int) -> list[str]:
    """For other machines; none if it listens to its own alone, or is in no network."""
    hosts = _own(host) if host in EVERYWHERE else [host]
    return [url(each, port) for each in hosts if not _is_local(each)]


def _own(host: str) -> list[str]:
    families = (socket.AF_INET, socket.AF_INET6) if ":" in host else (socket.AF_INET,)
    found = [_sent_from(family, place) for family in families for place in PLACES[family]]
    return list(dict.fromkeys(address for address in found if address is not None))


def _sent_from(family: socket.AddressFamily, place: str) -> str | None:
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((place, 9))
        except OSError:
            return None  # no way there
        address: str = probe.getsockname()[0]
        return address


def _is_local(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return host == LOCAL
    return address.is_loopback or address.is_link_local or address.is_unspecified
