"""The store is tested on both kinds of database."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))  # where `databases` is

from databases import database_url, postgres, postgres_url, sqlite_url

__all__ = ["database_url", "postgres", "postgres_url", "sqlite_url"]
