"""How the database came to be what `schema` says: numbered steps, each run once, in order, whole or not at all.

A step that has been released is never changed; a new one is added. The steps are written out, not made from `schema`,
because `schema` is what the database looks like now and a step is what it looked like then.
"""

from collections.abc import Mapping

from sqlalchemy import Connection, inspect, text

from pasar.store.contract import BadDatabase

Migration = Mapping[str, tuple[str, ...]]  # the statements for each kind of database

_LOCK = 0x7061736172  # an arbitrary number that only this program's migrations lock

_FIRST = (
    "CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    """CREATE TABLE tables (
        id TEXT NOT NULL PRIMARY KEY,
        game TEXT NOT NULL,
        stage TEXT NOT NULL,
        listed INTEGER NOT NULL,
        version INTEGER NOT NULL,
        changed DOUBLE PRECISION NOT NULL,
        due DOUBLE PRECISION,
        about TEXT NOT NULL
    )""",
    "CREATE INDEX tables_listed ON tables (stage, changed) WHERE listed = 1",
    "CREATE INDEX tables_stage ON tables (stage, changed)",
    "CREATE INDEX tables_due ON tables (due)",
    """CREATE TABLE entries (
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        mark TEXT NOT NULL,
        PRIMARY KEY (table_id, number),
        FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE
    ){clustered}""",
    """CREATE TABLE members (
        table_id TEXT NOT NULL,
        place INTEGER NOT NULL,
        person TEXT NOT NULL,
        PRIMARY KEY (table_id, place),
        FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE
    ){clustered}""",
    "CREATE INDEX members_person ON members (person)",
    """CREATE TABLE people (
        id TEXT NOT NULL PRIMARY KEY,
        name TEXT NOT NULL,
        made_at DOUBLE PRECISION NOT NULL,
        seen_at DOUBLE PRECISION NOT NULL,
        contact TEXT NOT NULL
    )""",
    "CREATE INDEX people_seen ON people (seen_at)",
    """CREATE TABLE tokens (
        id TEXT NOT NULL PRIMARY KEY,
        person TEXT NOT NULL,
        kind TEXT NOT NULL,
        hash TEXT NOT NULL,
        label TEXT NOT NULL,
        made_at DOUBLE PRECISION NOT NULL,
        expires_at DOUBLE PRECISION,
        FOREIGN KEY (person) REFERENCES people (id) ON DELETE CASCADE
    )""",
    "CREATE INDEX tokens_person ON tokens (person)",
    """CREATE TABLE notices (
        key TEXT NOT NULL PRIMARY KEY,
        table_id TEXT NOT NULL,
        person TEXT NOT NULL,
        send_at DOUBLE PRECISION,
        body TEXT NOT NULL,
        FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE
    )""",
    "CREATE INDEX notices_due ON notices (send_at)",
    "CREATE INDEX notices_table ON notices (table_id)",
    "CREATE INDEX notices_person ON notices (person)",
)

_HOSTS = (
    "ALTER TABLE people ADD COLUMN blocked_at DOUBLE PRECISION",
    """CREATE TABLE audit (
        number INTEGER NOT NULL PRIMARY KEY,
        at DOUBLE PRECISION NOT NULL,
        who TEXT NOT NULL,
        what TEXT NOT NULL,
        subject TEXT NOT NULL,
        body TEXT NOT NULL
    )""",
    """CREATE TABLE erasures (
        person TEXT NOT NULL PRIMARY KEY,
        alias TEXT NOT NULL,
        name TEXT NOT NULL,
        asked_at DOUBLE PRECISION NOT NULL
    )""",
)

_COACH = (
    """CREATE TABLE analyses (
        table_id TEXT NOT NULL PRIMARY KEY,
        made_at DOUBLE PRECISION NOT NULL,
        body TEXT NOT NULL,
        FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE
    )""",
    """CREATE TABLE practice (
        person TEXT NOT NULL PRIMARY KEY,
        changed_at DOUBLE PRECISION NOT NULL,
        body TEXT NOT NULL,
        FOREIGN KEY (person) REFERENCES people (id) ON DELETE CASCADE
    )""",
)


def _in_both(statements: tuple[str, ...]) -> Migration:
    """SQLite keeps a log's entries side by side if it is told to; PostgreSQL does not know the words."""
    return {
        "sqlite": tuple(one.replace("{clustered}", " WITHOUT ROWID") for one in statements),
        "postgresql": tuple(one.replace("{clustered}", "") for one in statements),
    }


STEPS: tuple[Migration, ...] = (_in_both(_FIRST), _in_both(_HOSTS), _in_both(_COACH))
SCHEMA = len(STEPS)  # the number of the schema that this program works with


def migrate(connection: Connection, up_to: int | None = None) -> None:
    """Bring the database forward to a schema, the newest if none is given, in the transaction that was begun."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    found = schema_of(connection)
    for number, step in enumerate(STEPS[found:up_to], found + 1):
        _take(connection, number, step)


def schema_of(connection: Connection) -> int:
    """The number of the schema that the database has; 0 if there is none. One that we do not know yet is refused."""
    if not inspect(connection).has_table("meta"):
        return 0
    value = connection.execute(text("SELECT value FROM meta WHERE key = 'schema'")).scalar()
    found = int(value) if value is not None else 0
    if found > SCHEMA:
        raise BadDatabase(
            f"the database has schema {found}, and this version of pasar knows those up to {SCHEMA}: "
            "install the version that made it, or a later one"
        )
    return found


def _take(connection: Connection, number: int, step: Migration) -> None:
    for statement in step[connection.dialect.name]:
        connection.exec_driver_sql(statement)
    connection.execute(text("DELETE FROM meta WHERE key = 'schema'"))
    connection.execute(text("INSERT INTO meta (key, value) VALUES ('schema', :number)"), {"number": str(number)})
