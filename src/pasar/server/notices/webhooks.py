"""Posts a notice to an address that a person chose.

The address may lead anywhere, so the server must not become somebody's arm into its own house: the name is resolved
once, every address behind it has to be public, and the connection goes to the very addresses that were looked at.
"""

import asyncio
import contextlib
import hashlib
import hmac
import socket
import ssl
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

import httpx
import orjson

from pasar.server.notices.not_sent import NotSent

TIMEOUT = 5.0  # seconds for everything: the name, the connection, the answer
SIGNATURE = "Pasar-Signature"
# Networks that Python may take for public ones: IPv4 addresses of this network's own services and of 6to4 relays, and
# IPv6 networks that carry an IPv4 address within, which may be a private one.
INSIDE = tuple(
    map(
        ip_network,
        (
            "192.0.0.0/24", "192.88.99.0/24",
            "::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/23", "2002::/16", "fec0::/10",
        ),
    )
)  # fmt: skip


class Webhooks:
    def __init__(self, to_private: bool = False, encryption: ssl.SSLContext | None = None) -> None:
        self._to_private = to_private
        self._encryption = encryption  # None: the certificates that browsers trust
        self._client: httpx.AsyncClient | None = None  # made when first needed: loading certificates takes a while

    async def send(self, url: str, secret: str, payload: Mapping[str, Any]) -> None:
        """Post it once, or raise `NotSent`. Redirects are not followed, and the answer's body is not read."""
        body = orjson.dumps(payload)
        try:
            async with asyncio.timeout(TIMEOUT):
                status = await self._post(url, body, {SIGNATURE: signature(secret, body)})
        except TimeoutError:
            raise NotSent("the webhook did not answer in time") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError, ValueError):
            raise NotSent("the webhook cannot be reached") from None
        if not httpx.codes.is_success(status):
            raise NotSent(f"the webhook answered {status}")

    async def _post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status that the first of the name's addresses answers which can be reached."""
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}[parts.scheme]
        for address in await self._addresses(parts.hostname or "", port):
            request = self._open().build_request(
                "POST",
                httpx.URL(url).copy_with(host=address, port=port),
                content=body,
                headers={**headers, "Host": parts.netloc, "Content-Type": "application/json", "User-Agent": "pasar"},
                extensions={"sni_hostname": parts.hostname},  # the certificate has to be for the name
            )
            with contextlib.suppress(httpx.ConnectError):
                answer = await self._open().send(request, stream=True)
                await answer.aclose()
                return answer.status_code
        raise NotSent("the webhook cannot be reached")

    async def _addresses(self, name: str, port: int) -> list[str]:
        found = await asyncio.get_running_loop().getaddrinfo(name, port, type=socket.SOCK_STREAM)
        addresses = [str(place[4][0]) for place in found]
        if not (self._to_private or all(map(is_public, addresses))):
            raise NotSent("the webhook leads to a private address", final=True)
        return addresses

    def _open(self) -> httpx.AsyncClient:
        if self._client is None:
            # No proxies from the environment. No connection is kept: one that was checked for one name
            # must not serve another name at the same address.
            self._client = httpx.AsyncClient(
                verify=True if self._encryption is None else self._encryption,
                trust_env=False,
                follow_redirects=False,
                timeout=TIMEOUT,
                limits=httpx.Limits(max_keepalive_connections=0),
            )
        return self._client

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()


def signature(secret: str, body: bytes) -> str:
    """Lets the receiver check that a notice comes from here: HMAC-SHA-256 of the body."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def is_public(address: str) -> bool:
    known: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    mapped = getattr(known, "ipv4_mapped", None)
    if mapped is not None:
        return is_public(str(mapped))
    return known.is_global and not known.is_multicast and not any(known in network for network in INSIDE)
