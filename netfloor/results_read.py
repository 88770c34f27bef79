"""A results file back in memory: every run with its points."""

import math
import os
import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Any

from foundation.errors import InputError
from netfloor.results_schema import TABLES, tables_of
from netfloor.results_store import COMPARE, check_ours, connected, reported
from reports.stored_comparison import StoredComparison, comparison_of
from reports.whatif_points import FIGURES, SETTINGS, WhatIf, WhatIfPoint
from reports.whatif_report import StoredRun

_ABOUT = ("plan", "plan_sha256", "network", "room", "routers", "link_gbps", "tool")
_EFFORT = ("seed", "iterations", "seconds")
_PYTHON: dict[str, tuple[type, ...]] = {"TEXT": (str,), "INTEGER": (int,), "REAL": (int, float)}

Row = dict[str, Any]


def read_results(path: Path) -> tuple[StoredRun | StoredComparison, ...]:
    """Return the runs of a results file that hold anything, in the order in which they began.

    Raises
    ------
    InputError
        If the file is not one of ours, of a newer netfloor, or damaged.
    """
    mode = "rw" if os.access(path, os.W_OK) else "ro"  # a killed writer's journal is rolled back
    with connected(path, mode=mode) as connection, reported(path):
        there = tables_of(check_ours(connection, path))
        tables = {name: _rows(connection, path, name) if name in there else [] for name in TABLES}
    runs: list[StoredRun | StoredComparison] = []
    for run in sorted(tables["runs"], key=lambda row: int(row["run_id"])):
        mine = {
            name: [row for row in rows if row["run_id"] == run["run_id"]] for name, rows in tables.items()
        }
        if run["command"] == COMPARE:
            runs += [_comparison(path, run, row) for row in mine["comparisons"]]
            continue
        points = sorted(mine["points"], key=lambda row: int(row["point"]))
        if not points:
            continue
        if [row["point"] for row in points] != list(range(len(points))):
            raise InputError(str(path), f"run {run['run_id']} lacks points", "the file was changed")
        runs.append(StoredRun(run["run_id"], run["written_utc"], _run(run, points, mine)))
    return tuple(runs)


def _comparison(path: Path, run: Row, row: Row) -> StoredComparison:
    text, where = str(row["document"]), f"{path}: comparisons.document of run {run['run_id']}"
    if sha256(text.encode("utf-8", "replace")).hexdigest() != row["document_sha256"]:
        raise InputError(where, "is not what was written", "the file was changed")
    return StoredComparison(run["run_id"], run["written_utc"], run["plan"], comparison_of(text, where))


def _run(run: Row, points: list[Row], mine: dict[str, list[Row]]) -> WhatIf:
    return WhatIf(
        about={name: run[name] for name in (*_ABOUT, *_EFFORT)},
        sweeps=tuple(filter(None, run["sweeps"].split(","))),
        points=tuple(_point(row, mine) for row in points),
        planned=run["points_planned"],
        notes=tuple(row["note"] for row in _in_order(mine["notes"], None)),
    )


def _point(row: Row, mine: dict[str, list[Row]]) -> WhatIfPoint:
    number = row["point"]
    return WhatIfPoint(
        tuple((change["key"], change["value"]) for change in _in_order(mine["changes"], number)),
        row["placement"],
        {key: row[key] for key in SETTINGS},
        {key: row[key] for key in FIGURES},
        tuple(note["note"] for note in _in_order(mine["notes"], number)),
    )


def _in_order(rows: list[Row], point: int | None) -> list[Row]:
    return sorted((row for row in rows if row["point"] == point), key=lambda row: int(row["position"]))


def _rows(connection: sqlite3.Connection, path: Path, table: str) -> list[Row]:
    """Return the rows of a table, every value of the type that its column has."""
    columns = TABLES[table]
    rows = []
    for values in connection.execute(f"SELECT {', '.join(columns)} FROM {table}"):  # noqa: S608 - our names
        row = dict(zip(columns, values, strict=True))
        for name, value in row.items():
            kind = columns[name].split()[0]
            if value is not None and not (isinstance(value, _PYTHON[kind]) and _finite(value)):
                raise InputError(
                    f"{path}: {table}.{name}", f"holds no {kind.lower()}", "the file was changed"
                )
        rows.append(row)
    return rows


def _finite(value: Any) -> bool:
    return not isinstance(value, float) or math.isfinite(value)
