"""Finished tasks of a circulant search in a file: to go on from, and to merge."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from foundation.errors import InputError
from foundation.files import canonical_sha256, load_json, to_json, write_atomic
from netfloor.tool import TOOL
from structure.circulants import CirculantSearch, SearchSpace, TaskResult
from structure.circulants.distances import distances_of
from structure.circulants.incumbent import Known

KIND = "netfloor circulant search"


def is_ours(path: Path) -> bool:
    """Return True for a checkpoint of this command."""
    try:
        document = load_json(path, "checkpoint")
    except InputError:
        return False
    return isinstance(document, dict) and document.get("kind") == KIND


def write_tasks(path: Path, search: CirculantSearch, done: Iterable[TaskResult]) -> None:
    """Write finished tasks, the same bytes in whatever order they came."""
    rows = sorted(done, key=lambda one: one.task)
    document = {
        "schema": 2,
        "kind": KIND,
        "search": _identity(search.space),
        "incumbent": list(search.incumbent.jumps),
        "empty": " ".join(f"{one.task}:{one.examined}" for one in rows if not one.optima),
        "found": [_row(one) for one in rows if one.optima],
    }
    write_atomic(path, to_json(document))


def read_search(path: Path, space: SearchSpace) -> tuple[CirculantSearch, dict[int, TaskResult]]:
    """Return the search that a checkpoint is of, and its finished tasks.

    Raises
    ------
    InputError
        If it is of another search or version, or damaged.
    """
    document = load_json(path, "checkpoint")
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise InputError(str(path), "is no checkpoint of a circulant search")
    if document.get("search") != _identity(space):
        raise InputError(str(path), "is of another search or version", "give the same routers and radix")
    try:
        search = CirculantSearch(space, _incumbent(space, document["incumbent"]))
        rows = [*_empty(document["empty"]), *(_result(row) for row in document["found"])]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as failure:
        raise InputError(str(path), "is a damaged checkpoint", "delete it") from failure
    if any(not 0 <= row.task < search.most_tasks for row in rows):
        raise InputError(str(path), "is a damaged checkpoint", "delete it")
    return search, {row.task: row for row in rows}


def _incumbent(space: SearchSpace, listed: Iterable[Any]) -> Known:
    """Return the set that the search began with; `ValueError` if it is none of the space."""
    jumps = tuple(map(int, listed))
    known = Known(*distances_of(space, jumps), jumps)
    if len({*jumps} & {*space.candidates.tolist()}) != space.free_jumps or known.diameter == space.routers:
        raise ValueError("no connected circulant of this size and radix")
    return known


def _identity(space: SearchSpace) -> str:
    """Return what two runs of one search have in common."""
    return canonical_sha256([space.routers, space.radix, TOOL])


def _row(one: TaskResult) -> dict[str, Any]:
    optima = [" ".join(map(str, jumps)) for jumps in one.optima]
    return {
        "task": one.task,
        "total": one.total,
        "examined": one.examined,
        "complete": one.complete,
        "optima": optima,
    }


def _result(row: Mapping[str, Any]) -> TaskResult:
    optima = tuple(tuple(map(int, jumps.split())) for jumps in row["optima"])
    return TaskResult(
        int(row["task"]), int(row["total"]), optima, int(row["examined"]), bool(row["complete"])
    )


def _empty(text: str) -> Iterable[TaskResult]:
    """Yield the tasks that found nothing, ``number:sets`` each."""
    for word in text.split():
        task, examined = word.split(":")
        yield TaskResult(int(task), 0, (), int(examined))
