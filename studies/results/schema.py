"""The tables of a results file; units are in the names of the columns."""

from collections.abc import Iterator

from netfloor.reports.comparison.types import MEASURES
from netfloor.reports.whatif.points import CARRIED, FIGURES, SETTINGS

#: "NFLR": marks a results file, see SQLite's application_id.
APPLICATION_ID = 0x4E464C52
VERSION = 8

_TYPES = {int: "INTEGER", float: "REAL", str: "TEXT"}
_WHOLE = ("_mm", "_cents", "cables")
_ABOUT = ("written_utc", "tool", "command", "plan", "plan_sha256", "network", "room")
_POINT = {"run_id": "INTEGER NOT NULL REFERENCES runs", "point": "INTEGER NOT NULL"}
_POINT_TABLE = {
    **_POINT,
    "label": "TEXT NOT NULL",
    "placement": "TEXT NOT NULL",
    **{name: _TYPES[kind] for name, kind in SETTINGS.items()},
    **{
        name: "INTEGER" if name.endswith(_WHOLE) and name != "mean_cable_mm" else "REAL"
        for name in FIGURES
        if name not in CARRIED
    },
}
#: What a point carries, by the column.
_CARRIED = {name: "INTEGER" if name.endswith(_WHOLE) else "REAL" for name in CARRIED}

#: Columns of every table and their declarations.
TABLES: dict[str, dict[str, str]] = {
    "runs": {
        "run_id": "INTEGER PRIMARY KEY",
        **dict.fromkeys(_ABOUT, "TEXT NOT NULL"),
        "routers": "INTEGER NOT NULL",
        "link_gbps": "REAL NOT NULL",
        "sweeps": "TEXT NOT NULL",
        "points_planned": "INTEGER NOT NULL",
        "seed": "INTEGER",
        "iterations": "INTEGER",
        "seconds": "REAL",
    },
    "points": _POINT_TABLE,
    "carried": {**_POINT, **_CARRIED},
    "changes": {
        **_POINT,
        "position": "INTEGER NOT NULL",
        "key": "TEXT NOT NULL",
        "value": "TEXT NOT NULL",
    },
    "notes": {
        "run_id": "INTEGER NOT NULL REFERENCES runs",
        "point": "INTEGER",
        "position": "INTEGER NOT NULL",
        "note": "TEXT NOT NULL",
    },
    "networks": {
        "run_id": "INTEGER NOT NULL REFERENCES runs",
        "position": "INTEGER NOT NULL",
        **dict.fromkeys(("network", "size_class", "room", "status"), "TEXT NOT NULL"),
        **dict.fromkeys(MEASURES, "REAL"),
        "currency": "TEXT",
    },
    "comparisons": {
        "run_id": "INTEGER PRIMARY KEY REFERENCES runs",
        "document_sha256": "TEXT NOT NULL",
        "document": "TEXT NOT NULL",
    },
}


def table_statements() -> dict[str, str]:
    """Return by name the statement that creates each table."""
    statements = {}
    for table, columns in TABLES.items():
        parts = [f"{name} {declaration}" for name, declaration in columns.items()]
        if table == "points":
            parts.append("PRIMARY KEY (run_id, point)")
        statements[table] = f"CREATE TABLE {table} ({', '.join(parts)})"
    return statements


def create_statements() -> Iterator[str]:
    """Yield the statements that create a results file; all of it is one transaction."""
    yield from table_statements().values()
    yield f"PRAGMA application_id = {APPLICATION_ID}"
    yield f"PRAGMA user_version = {VERSION}"
