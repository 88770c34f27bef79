"""The tables of a results file; units are in the names of the columns."""

from collections.abc import Iterator

from netfloor.reports.comparison.types import MEASURES
from netfloor.reports.growth.types import COLUMNS
from netfloor.reports.whatif.points import CARRIED, FIGURES, SETTINGS
from netfloor.traffic.load.saturation import pattern_in

#: "NFLR": marks a results file, see SQLite's application_id.
APPLICATION_ID = 0x4E464C52
VERSION = 7

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
#: What a point carries, by the column; in a file those of version 6 are the last ones.
_CARRIED = {name: "INTEGER" if name.endswith(_WHOLE) else "REAL" for name in CARRIED}
_SINCE_VERSION_6 = tuple(name for name in CARRIED if pattern_in(name) == "worst")

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
    "carried": {**_POINT, **dict(sorted(_CARRIED.items(), key=lambda one: one[0] in _SINCE_VERSION_6))},
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
    "growth_rows": {
        "run_id": "INTEGER NOT NULL REFERENCES runs",
        "position": "INTEGER NOT NULL",
        **{name: f"{_TYPES[kind]} NOT NULL" for name, kind in COLUMNS.items()},
    },
    "growth_studies": {
        "run_id": "INTEGER PRIMARY KEY REFERENCES runs",
        "document_sha256": "TEXT NOT NULL",
        "document": "TEXT NOT NULL",
    },
    "growth_lengths": {
        "inputs_sha256": "TEXT NOT NULL",
        "key": "TEXT NOT NULL",
        "lengths_sha256": "TEXT NOT NULL",
        "lengths": "TEXT NOT NULL",
    },
}
#: Tables by the version that brought them.
_SINCE = {
    2: ("networks", "comparisons"),
    4: ("growth_rows", "growth_studies", "growth_lengths"),
    5: ("carried",),
}
#: Makes the table ``networks`` of version 2, whose money had a name that no other currency fits.
_FROM_VERSION_2 = (
    "ALTER TABLE networks RENAME COLUMN cable_cost_usd TO cable_cost",
    "ALTER TABLE networks ADD COLUMN currency TEXT",
    "UPDATE networks SET currency = (SELECT json_extract(document, '$.assumptions.currency') "
    "FROM comparisons WHERE comparisons.run_id = networks.run_id)",
)
#: Names of the power of ``growth_rows`` before version 7: they hid that ports to servers are in it.
_BEFORE_VERSION_7 = {
    "power_with_servers_w": "power_w",
    "power_with_servers_w_per_endpoint": "power_w_per_endpoint",
}


def tables_of(version: int) -> dict[str, dict[str, str]]:
    """Return the tables that a file of a version has, each with its columns and their declarations."""
    tables = dict(TABLES)
    if version < 3:
        names = {"cable_cost": "cable_cost_usd"}
        columns = TABLES["networks"].items()
        tables["networks"] = {names.get(name, name): kind for name, kind in columns if name != "currency"}
    if version < 6:
        kept = TABLES["carried"].items()
        tables["carried"] = {name: kind for name, kind in kept if name not in _SINCE_VERSION_6}
    if version < 7:
        columns = TABLES["growth_rows"].items()
        tables["growth_rows"] = {_BEFORE_VERSION_7.get(name, name): kind for name, kind in columns}
    later = {name for since, names in _SINCE.items() if version < since for name in names}
    return {name: columns for name, columns in tables.items() if name not in later}


def table_statements(tables: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return by name what makes these tables."""
    statements = {}
    for table, columns in tables.items():
        parts = [f"{name} {declaration}" for name, declaration in columns.items()]
        if table == "points":
            parts.append("PRIMARY KEY (run_id, point)")
        statements[table] = f"CREATE TABLE {table} ({', '.join(parts)})"
    return statements


def create_statements(version: int = 0) -> Iterator[str]:
    """Yield what makes a results file of an older one, 0 for none; all of it is one transaction."""
    there = tables_of(version) if version else {}
    yield from table_statements({name: TABLES[name] for name in TABLES if name not in there}).values()
    if version == 2:
        yield from _FROM_VERSION_2
    if version == 5:  # older ones have no table of it
        for name in _SINCE_VERSION_6:
            yield f"ALTER TABLE carried ADD COLUMN {name} {_CARRIED[name]}"
    if "growth_rows" in there:
        for name, before in _BEFORE_VERSION_7.items():
            yield f"ALTER TABLE growth_rows RENAME COLUMN {before} TO {name}"
    yield f"PRAGMA application_id = {APPLICATION_ID}"
    yield f"PRAGMA user_version = {VERSION}"
