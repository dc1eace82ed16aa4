"""What the page says, by the key that the client has it under, so that tests survive better wordings."""

import json
import re
from functools import cache

from .house import ROOT

SOURCES = ROOT / "web" / "src"


@cache
def texts(language: str) -> dict[str, str]:
    found = {}
    for path in [*SOURCES.rglob(f"words/{language}.json"), *SOURCES.glob(f"*/later/{language}.json")]:
        area = path.parent.parent.name
        found |= {f"{area}.{key}": text for key, text in json.loads(path.read_text(encoding="utf-8")).items()}
    return found


def said(key: str, language: str = "en") -> re.Pattern[str]:
    """Matches the text and nothing else, whatever stands in its places."""
    parts = re.split(r"\{(?:[^{}]|\{[^{}]*\})*\}", texts(language)[key])
    return re.compile(r"^\s*" + ".*".join(re.escape(part) for part in parts) + r"\s*$")
