"""Builds the web client when Pasar is packed. An sdist brings it along, so that packing one again needs no Node."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "tools"))

import web


class WebClient(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # A checkout that is used as it is (pip install -e) is built by make, and again whenever it has changed.
        if version != "editable":
            web.build(Path(self.root))
