"""The tables of a results file: runs, their rows, and the figures of each row by key."""

from collections.abc import Iterator

#: "NFLR", SQLite's application_id of results files.
APPLICATION_ID = 0x4E464C52
VERSION = 10

_TEXT = "TEXT NOT NULL"
_DOCUMENT = {"document_sha256": _TEXT, "document": _TEXT}
#: Columns of every table with their declarations; the key of a figure contains its unit.
TABLES: dict[str, dict[str, str]] = {
    "runs": {
        "run_id": "INTEGER PRIMARY KEY",
        **dict.fromkeys(("written_utc", "tool", "command", "input", "input_sha256"), _TEXT),
        **dict.fromkeys(("network", "room"), _TEXT),
        **_DOCUMENT,
    },
    "rows": {
        "run_id": "INTEGER NOT NULL REFERENCES runs",
        "number": "INTEGER NOT NULL",
        "name": _TEXT,
        **_DOCUMENT,
    },
    "figures": {
        "run_id": "INTEGER NOT NULL REFERENCES runs",
        "number": "INTEGER NOT NULL",
        "key": _TEXT,
        "value": "REAL NOT NULL",
    },
}
_KEYS = {"rows": ("run_id", "number"), "figures": ("run_id", "number", "key")}


def table_statements() -> dict[str, str]:
    """Return the statement that creates each table, by table name."""
    statements = {}
    for table, columns in TABLES.items():
        parts = [f"{name} {declaration}" for name, declaration in columns.items()]
        if table in _KEYS:
            parts.append(f"PRIMARY KEY ({', '.join(_KEYS[table])})")
        statements[table] = f"CREATE TABLE {table} ({', '.join(parts)})"
    return statements


def create_statements() -> Iterator[str]:
    """Yield the statements that create a results file, to run in a single transaction."""
    yield from table_statements().values()
    yield f"PRAGMA application_id = {APPLICATION_ID}"
    yield f"PRAGMA user_version = {VERSION}"
