"""The reader of results files."""

import json
import math
import os
import sqlite3
from collections import defaultdict
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from netfloor.foundation.errors import InputError
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.whatif.points import WhatIf, WhatIfPoint
from netfloor.studies.results.store import (
    PLANS,
    STUDY,
    WHATIF,
    check_ours,
    connected,
    has_journal,
    reported,
)

#: Type of a run's document, by command.
KINDS: dict[str, type] = {WHATIF: WhatIf, STUDY: Comparison, PLANS: RankedPlans}


@dataclass(frozen=True)
class ResultsRun:
    """A run in a results file: time of writing, input file and result."""

    run_id: int
    written_utc: str
    input: str
    found: WhatIf | Comparison | RankedPlans


def read_results(path: Path) -> tuple[ResultsRun, ...]:
    """Return the non-empty runs of a results file, in order of their start.

    `InputError` if the file is not a results file, has another schema, or is damaged.
    """
    # a journal was left by a killed writer: SQLite rolls it back
    mode = "rw" if has_journal(path) and os.access(path, os.W_OK) else "ro"
    with connected(path, mode=mode) as connection, reported(path):
        check_ours(connection, path)
        points: dict[int, list[WhatIfPoint]] = defaultdict(list)
        query = (
            "SELECT run_id, number, rows.document_sha256, rows.document FROM rows JOIN runs USING (run_id) "
            "WHERE command = ? ORDER BY run_id, number"
        )
        for run_id, number, checksum, text in connection.execute(query, [WHATIF]):
            where = f"{path}: rows.document of run {run_id}, row {number}"
            if number != len(points[run_id]):
                raise InputError(str(path), f"run {run_id} lacks points", "the file was changed")
            points[run_id].append(_record(WhatIfPoint, text, checksum, where))
        runs = [_run(path, row, points) for row in _runs(connection)]
    return tuple(run for run in runs if not isinstance(run.found, WhatIf) or run.found.points)


def _runs(connection: sqlite3.Connection) -> list[Any]:
    columns = "run_id, written_utc, command, input, document_sha256, document"
    return connection.execute(f"SELECT {columns} FROM runs ORDER BY run_id").fetchall()  # noqa: S608 - our names


def _run(path: Path, row: Any, points: dict[int, list[WhatIfPoint]]) -> ResultsRun:
    run_id, written_utc, command, given, checksum, text = row
    where = f"{path}: runs.document of run {run_id}"
    if command not in KINDS:
        raise InputError(
            f"{path}: run {run_id}", f"there is no command {command!r}", "the file was changed"
        )
    result = _record(KINDS[command], text, checksum, where)
    if isinstance(result, WhatIf):
        result = replace(result, points=tuple(points[run_id]))
    return ResultsRun(run_id, str(written_utc), str(given), result)


def _record(kind: type, text: Any, checksum: Any, where: str) -> Any:
    """Return a document as its type; `InputError` if it was changed."""
    if not isinstance(text, str) or sha256(text.encode("utf-8", "replace")).hexdigest() != checksum:
        raise InputError(where, "does not match its checksum", "the file was changed")
    try:
        json.loads(text, parse_float=_finite, parse_constant=_finite)
        return TypeAdapter(kind).validate_json(text, strict=True)
    except (ValueError, RecursionError) as error:
        raise InputError(where, f"is not a {kind.__name__}", "the file was changed") from error


def _finite(text: str) -> float:
    """Return a number of a document; ValueError for NaN and infinity."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return value
