"""The tables of a results file; units are in the names of the columns."""

from collections.abc import Iterator

from reports.comparison import MEASURES
from reports.whatif_points import FIGURES, SETTINGS

#: "NFLR": marks a results file, see SQLite's application_id.
APPLICATION_ID = 0x4E464C52
VERSION = 2

_TYPES = {int: "INTEGER", float: "REAL", str: "TEXT"}
_WHOLE = ("_mm", "_cents", "cables")
_POINT = {"run_id": "INTEGER NOT NULL REFERENCES runs", "point": "INTEGER NOT NULL"}
_POINT_TABLE = {
    **_POINT,
    "label": "TEXT NOT NULL",
    "placement": "TEXT NOT NULL",
    **{name: _TYPES[kind] for name, kind in SETTINGS.items()},
    **{
        name: "INTEGER" if name.endswith(_WHOLE) and name != "mean_cable_mm" else "REAL" for name in FIGURES
    },
}

#: Columns of every table and their declarations.
TABLES: dict[str, dict[str, str]] = {
    "runs": {
        "run_id": "INTEGER PRIMARY KEY",
        "written_utc": "TEXT NOT NULL",
        "tool": "TEXT NOT NULL",
        "command": "TEXT NOT NULL",
        "plan": "TEXT NOT NULL",
        "plan_sha256": "TEXT NOT NULL",
        "network": "TEXT NOT NULL",
        "room": "TEXT NOT NULL",
        "routers": "INTEGER NOT NULL",
        "link_gbps": "REAL NOT NULL",
        "sweeps": "TEXT NOT NULL",
        "points_planned": "INTEGER NOT NULL",
        "seed": "INTEGER",
        "iterations": "INTEGER",
        "seconds": "REAL",
    },
    "points": _POINT_TABLE,
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
        "network": "TEXT NOT NULL",
        "size_class": "TEXT NOT NULL",
        "room": "TEXT NOT NULL",
        "status": "TEXT NOT NULL",
        **dict.fromkeys(MEASURES, "REAL"),
    },
    "comparisons": {
        "run_id": "INTEGER PRIMARY KEY REFERENCES runs",
        "document_sha256": "TEXT NOT NULL",
        "document": "TEXT NOT NULL",
    },
}
#: Tables that a file of an earlier version lacks.
ADDED = {2: ("networks", "comparisons")}
POINT_COLUMNS = tuple(_POINT_TABLE)


def tables_of(version: int) -> tuple[str, ...]:
    """Return the tables that a file of a version has."""
    later = {table for since, tables in ADDED.items() if since > version for table in tables}
    return tuple(table for table in TABLES if table not in later)


def create_statements(version: int = 0) -> Iterator[str]:
    """Yield what makes a results file of an older one, 0 for none; all of it is one transaction."""
    there = tables_of(version) if version else ()
    for table, columns in TABLES.items():
        if table in there:
            continue
        parts = [f"{name} {declaration}" for name, declaration in columns.items()]
        if table == "points":
            parts.append("PRIMARY KEY (run_id, point)")
        yield f"CREATE TABLE {table} ({', '.join(parts)})"
    yield f"PRAGMA application_id = {APPLICATION_ID}"
    yield f"PRAGMA user_version = {VERSION}"
