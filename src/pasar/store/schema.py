"""The tables of the database as SQLAlchemy knows them. `migrations` makes them; a test holds the two together.

Only types that both databases write alike: text, whole numbers, floating point numbers. A yes or no is 1 or 0, a hash
is text in hexadecimal, JSON is text. So a backup of one kind of database can be restored into the other.
"""

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("stage", Text, nullable=False),
    Column("listed", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", Double, nullable=False),
    Column("due", Double),
    Column("about", Text, nullable=False),
)
# The lobby's index holds only what the lobby may show, so that many private tables do not slow it down.
_shown = tables.c.listed == 1
Index("tables_listed", tables.c.stage, tables.c.changed, sqlite_where=_shown, postgresql_where=_shown)
Index("tables_stage", tables.c.stage, tables.c.changed)
Index("tables_due", tables.c.due)


def _table_id() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


entries = Table(
    "entries",
    metadata,
    _table_id(),
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("mark", Text, nullable=False),
)

members = Table(
    "members",
    metadata,
    _table_id(),
    Column("place", Integer, primary_key=True),
    Column("person", Text, nullable=False),
)
Index("members_person", members.c.person)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
    Column("contact", Text, nullable=False),
    Column("blocked_at", Double),
)
Index("people_seen", people.c.seen_at)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("expires_at", Double),
)
Index("tokens_person", tokens.c.person)

notices = Table(
    "notices",
    metadata,
    Column("key", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("person", Text, nullable=False),
    Column("send_at", Double),  # none once it is sent: the key stays, so that nobody is told twice
    Column("body", Text, nullable=False),
)
Index("notices_due", notices.c.send_at)
Index("notices_table", notices.c.table_id)
Index("notices_person", notices.c.person)

audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("who", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("body", Text, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    _table_id(),
    Column("made_at", Double, nullable=False),
    Column("body", Text, nullable=False),
)

practice = Table(
    "practice",
    metadata,
    Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("changed_at", Double, nullable=False),
    Column("body", Text, nullable=False),
)

erasures = Table(
    "erasures",
    metadata,
    Column("person", Text, primary_key=True),
    Column("alias", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("asked_at", Double, nullable=False),
)
