"""A results file back in memory: every run with its points."""

import math
import os
import sqlite3
from hashlib import sha256
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.reports.comparison.stored_comparison import StoredComparison, comparison_of
from netfloor.reports.whatif.points import FIGURES, SETTINGS, WhatIf, WhatIfPoint
from netfloor.reports.whatif.report import StoredRun
from netfloor.studies.results.schema import TABLES
from netfloor.studies.results.store import COMPARE, check_ours, connected, has_journal, reported

_ABOUT = ("plan", "plan_sha256", "network", "room", "routers", "link_gbps", "tool")
_EFFORT = ("seed", "iterations", "seconds")
_NEVER_NULL = ("NOT NULL", "PRIMARY KEY", "REFERENCES runs")
_PYTHON: dict[str, tuple[type, ...]] = {"TEXT": (str,), "INTEGER": (int,), "REAL": (int, float)}

Row = dict[str, Any]


#: What a results file holds.
Stored = StoredRun | StoredComparison


def read_results(path: Path) -> tuple[Stored, ...]:
    """Return the runs of a results file that hold anything, in the order in which they began.

    Raises
    ------
    InputError
        If the file is not one of ours, of another schema, or damaged.
    """
    mode = (
        "rw" if has_journal(path) and os.access(path, os.W_OK) else "ro"
    )  # a killed writer's is rolled back
    with connected(path, mode=mode) as connection, reported(path):
        check_ours(connection, path)
        tables = {name: _rows(connection, path, name) for name in TABLES}
    by_run = {name: _grouped(rows, "run_id") for name, rows in tables.items()}
    runs: list[Stored] = []
    for run in sorted(tables["runs"], key=lambda row: int(row["run_id"])):
        of_run = {name: rows.get(run["run_id"], []) for name, rows in by_run.items()}
        if run["command"] == COMPARE:
            runs += [_comparison(path, run, row) for row in of_run["comparisons"]]
            continue
        points = sorted(of_run["points"], key=lambda row: int(row["point"]))
        if not points:
            continue
        if [row["point"] for row in points] != list(range(len(points))):
            raise InputError(str(path), f"run {run['run_id']} lacks points", "the file was changed")
        runs.append(StoredRun(run["run_id"], run["written_utc"], _run(run, points, of_run)))
    return tuple(runs)


def _comparison(path: Path, run: Row, row: Row) -> StoredComparison:
    text, where = str(row["document"]), f"{path}: comparisons.document of run {run['run_id']}"
    if sha256(text.encode("utf-8", "replace")).hexdigest() != row["document_sha256"]:
        raise InputError(where, "is not what was written", "the file was changed")
    return StoredComparison(run["run_id"], run["written_utc"], run["plan"], comparison_of(text, where))


def _run(run: Row, points: list[Row], of_run: dict[str, list[Row]]) -> WhatIf:
    by_point = {name: _grouped(of_run[name], "point") for name in ("changes", "notes", "carried")}
    return WhatIf(
        about={name: run[name] for name in (*_ABOUT, *_EFFORT)},
        sweeps=tuple(filter(None, run["sweeps"].split(","))),
        points=tuple(_point(row, by_point) for row in points),
        planned=run["points_planned"],
        notes=tuple(row["note"] for row in _in_order(by_point["notes"].get(None, []))),
    )


def _point(row: Row, by_point: dict[str, dict[Any, list[Row]]]) -> WhatIfPoint:
    number = row["point"]
    figures = row | (by_point["carried"].get(number) or [{}])[0]
    return WhatIfPoint(
        tuple(
            (change["key"], change["value"]) for change in _in_order(by_point["changes"].get(number, []))
        ),
        row["placement"],
        {key: row[key] for key in SETTINGS},
        {key: figures.get(key) for key in FIGURES},
        tuple(note["note"] for note in _in_order(by_point["notes"].get(number, []))),
    )


def _grouped(rows: list[Row], key: str) -> dict[Any, list[Row]]:
    """Return the rows of each value of a column."""
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[key], []).append(row)
    return groups


def _in_order(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: int(row["position"]))


def _rows(connection: sqlite3.Connection, path: Path, table: str) -> list[Row]:
    """Return the rows of a table, every value of the type that its column has."""
    rows: list[Row] = []
    columns = TABLES[table]
    for values in connection.execute(f"SELECT {', '.join(columns)} FROM {table}"):  # noqa: S608 - our names
        row = dict(zip(columns, values, strict=True))
        for name, value in row.items():
            kind = columns[name].split()[0]
            if (value is None and not columns[name].endswith(_NEVER_NULL)) or (
                isinstance(value, _PYTHON[kind]) and value not in (math.inf, -math.inf)
            ):
                continue
            where = f"{path}: {table}.{name}"
            raise InputError(where, f"holds no {kind.lower()}", "the file was changed")
        rows.append(row)
    return rows
