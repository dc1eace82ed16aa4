"""The store is tested on both kinds of database."""

from support.databases import database_url, postgres, postgres_url, sqlite_url

__all__ = ["database_url", "postgres", "postgres_url", "sqlite_url"]
