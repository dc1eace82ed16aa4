"""A table as its link names it."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from pasar.errors import PasarError

EXAMPLE = "https://pasar.example/table/00112233445566ff#KEY"
PAGE = re.compile(r"/table/([0-9a-f]{16})/?")


@dataclass(frozen=True)
class Link:
    server: str  # where it is: scheme, host and port
    table: str
    key: str | None = None  # lets somebody in whom the table does not know

    @classmethod
    def read(cls, text: str) -> "Link":
        """What a browser's address line shows at a table, or the link that its host sends."""
        try:
            parts = urlsplit(text.strip())
            has_place = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:  # a port that is none
            has_place = False
        if not has_place:
            raise PasarError(f"{text!r:.80} is no link to a table; one looks like {EXAMPLE}")
        page = PAGE.fullmatch(parts.path)
        if page is None:
            raise PasarError(f"{text!r:.80} leads to no table: open one there and copy its link, such as {EXAMPLE}")
        return cls(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}", page[1], parts.fragment or None)
