"""A hall checked: what ``netfloor room check`` prints."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from foundation.errors import InputError
from foundation.units import metres_to_mm, mm_to_metres
from rooms.hall import read_hall
from rooms.hall.check import hall_problems
from rooms.hall.hall_problem import HallProblem

HEADINGS = ("problem", "what", "x (m)", "y (m)")
_MAX_AISLE_M = 100


def check_hall(path: Path, aisle_m: float) -> dict[str, Any]:
    """Return the problems of a hall file as one document."""
    if not (math.isfinite(aisle_m) and 0 <= aisle_m <= _MAX_AISLE_M):
        raise InputError("--aisle", f"{aisle_m} m is no width of an aisle", f"give 0 to {_MAX_AISLE_M} m")
    aisle_mm = metres_to_mm(aisle_m, "--aisle")
    hall = read_hall(path)
    problems = hall_problems(hall, aisle_mm)
    return {
        "schema": 1,
        "room": str(path),
        "name": hall.name,
        "summary": hall.summary,
        "aisle_m": aisle_m,
        "ok": not problems,
        "problems": [_entry(problem) for problem in problems],
    }


def _entry(problem: HallProblem) -> dict[str, Any]:
    return {
        "kind": problem.kind,
        "subject": problem.subject,
        "what": problem.what,
        "x_m": mm_to_metres(problem.x_mm),
        "y_m": mm_to_metres(problem.y_mm),
        "width_m": None if problem.width_mm is None else mm_to_metres(problem.width_mm),
    }


def problem_rows(document: dict[str, Any]) -> list[Sequence[str]]:
    """Return a table row for each problem."""
    return [
        (problem["kind"], problem["what"], f"{problem['x_m']:.3f}", f"{problem['y_m']:.3f}")
        for problem in document["problems"]
    ]
