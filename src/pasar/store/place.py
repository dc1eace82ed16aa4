"""Where the data is when nobody says otherwise."""

import os
from pathlib import Path

import platformdirs

FILE = "pasar.sqlite3"


def data_folder() -> Path:
    """The user's data folder, or the one that the environment names in PASAR_DATA."""
    chosen = os.environ.get("PASAR_DATA")
    return Path(chosen).expanduser().resolve() if chosen else Path(platformdirs.user_data_dir("pasar"))
