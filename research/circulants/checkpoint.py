"""Checkpoint files of a circulant search: finished tasks, to continue or to merge.

Everything that can be checked quickly is checked: the distances of every listed set are recomputed.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from netfloor.foundation.checkpoint import CheckpointKind
from netfloor.foundation.errors import InputError, within
from netfloor.foundation.files import canonical_sha256, to_json, write_atomic
from netfloor.foundation.models import StrictModel
from netfloor.foundation.tool import TOOL
from netfloor.research.circulants.engine.incumbent import Known
from netfloor.research.circulants.engine.tasks import CirculantSearch, TaskResult
from netfloor.research.circulants.space import Jumps, SearchSpace, distances_of

KIND = CheckpointKind(
    "netfloor circulant search",
    3,
    foreign=("is not a checkpoint of a circulant search",),
    other=("is of another search or version", "give the same switches and radix"),
)
#: Limit on digits of a number; netfloor writes no longer numbers.
MAX_DIGITS = 18
NUMBERS = "its numbers must be integers from 0, below 10^18"
COMPLETE = "'complete' must be true or false, and true where sets are listed"

Number = Annotated[int, Field(ge=0, lt=10**MAX_DIGITS)]
_NUMBERS = TypeAdapter(list[Number])


class _FoundRow(StrictModel):
    """A task that found sets; errors are reported in the order of its fields."""

    complete: bool
    task: Number
    total: Number
    examined: Number
    optima: list[str]


def write_tasks(path: Path, search: CirculantSearch, done: Iterable[TaskResult]) -> None:
    """Write finished tasks; the bytes do not depend on their order."""
    rows = sorted(done, key=lambda task: task.task)
    document = {
        **KIND.head,
        "search": identity_of(search.space),
        "incumbent": list(search.incumbent.jumps),
        "empty": " ".join(f"{row.task}:{row.examined}" for row in rows if not row.found),
        "found": [
            {
                "task": row.task,
                "total": row.total,
                "examined": row.examined,
                "complete": row.complete,
                "optima": [" ".join(map(str, jumps)) for jumps in row.optima],
            }
            for row in rows
            if row.found
        ],
    }
    write_atomic(path, to_json(document))


def read_search(path: Path, space: SearchSpace) -> tuple[CirculantSearch, dict[int, TaskResult]]:
    """Return the search of a checkpoint, and its finished tasks.

    Raises
    ------
    InputError
        If it is of another search or version, or damaged; the message names the entry.
    """
    document = KIND.document(path)
    written = document.get("schema"), document.get("search")
    KIND.require_same(path, written, (KIND.schema, identity_of(space)))
    rows: dict[int, TaskResult] = {}
    with within(str(path)):
        search = CirculantSearch(space, _incumbent(space, document.get("incumbent")))
        for where, row in _rows(search, document):
            if row.task >= search.max_tasks or row.task in rows:
                raise _damaged(where, f"there is no such task, or twice: {row.task}")
            rows[row.task] = row
        listed = {(row.task // search.tasks_a_phase, row.total) for row in rows.values() if row.optima}
        for row in rows.values():
            if row.found and not row.optima and (row.task // search.tasks_a_phase, row.total) not in listed:
                raise _damaged(f"found: task {row.task}", f"no set with the sum {row.total} is listed")
    return search, rows


def identity_of(space: SearchSpace) -> str:
    """Return a checksum of the common parameters of a search's runs, including the task numbering."""
    return canonical_sha256([space.routers, space.radix, space.given_jumps, len(space.prefixes), TOOL])


def _damaged(where: str, what: str) -> InputError:
    return InputError(where, f"is damaged: {what}", "delete the file and search its tasks again")


def _incumbent(space: SearchSpace, listed: Any) -> Known:
    """Return the set with which the search began."""
    if not isinstance(listed, list):
        raise _damaged("incumbent", "no list of jumps")
    try:
        jumps = tuple(_NUMBERS.validate_python(listed, strict=True))
    except ValidationError as error:
        raise _damaged("incumbent", NUMBERS) from error
    if not space.holds(jumps):
        raise _damaged("incumbent", "no jumps of this size and radix")
    known = Known(*distances_of(space, jumps), jumps)
    if known.diameter == space.routers:
        raise _damaged("incumbent", "its circulant is not connected")
    return known


def _rows(search: CirculantSearch, document: dict[str, Any]) -> Iterator[tuple[str, TaskResult]]:
    """Yield the tasks with their places in the file."""
    empty, result = document.get("empty"), document.get("found")
    if not isinstance(empty, str) or not isinstance(result, list):
        raise _damaged("top level", "text 'empty' or list 'found' is missing")
    for place, word in enumerate(empty.split(), 1):
        where = f"empty: entry {place}"
        task, colon, sets = word.partition(":")
        if not colon:
            raise _damaged(where, f"{word[:20]!r}, not TASK:SETS")
        yield where, TaskResult(_digits(where, task), 0, (), _digits(where, sets))
    for place, row in enumerate(result, 1):
        where = f"found: entry {place}"
        yield where, _result(search, where, _found_row(where, row))


def _found_row(where: str, row: Any) -> _FoundRow:
    try:
        return _FoundRow.model_validate(row)
    except ValidationError as error:
        problems = error.errors()
        if {problem["type"] for problem in problems} & {
            "missing",
            "extra_forbidden",
            "model_type",
            "list_type",
        }:
            what = f"its keys must be {', '.join(sorted(_FoundRow.model_fields))}"
        else:
            what = {"complete": COMPLETE, "optima": "a set of jumps must be text"}.get(
                str(problems[0]["loc"][0]), NUMBERS
            )
        raise _damaged(where, what) from error


def _result(search: CirculantSearch, where: str, row: _FoundRow) -> TaskResult:
    """Return the result of a task after checking its sets."""
    if row.complete and not row.optima:
        raise _damaged(where, COMPLETE)
    if row.task >= search.max_tasks:
        raise _damaged(where, f"there is no task {row.task}")
    space, claimed = search.space, (search.phases[row.task // search.tasks_a_phase], row.total)
    optima = tuple(_walked(space, where, text, claimed) for text in row.optima)
    if optima and space.canonical_sets(optima) != optima:
        raise _damaged(
            where, "its sets must be the smallest of their orbits, ascending and without repeats"
        )
    return TaskResult(row.task, row.total, optima, row.examined, row.complete)


def _walked(space: SearchSpace, where: str, text: str, claimed: tuple[int, int]) -> Jumps:
    """Return a set after checking its diameter and sum of distances."""
    jumps = tuple(_digits(where, word) for word in text.split())
    if not space.holds(jumps):
        raise _damaged(where, f"{text[:80]!r} is not a set of this space")
    real = distances_of(space, jumps)
    if real != claimed:
        what = f"C({space.routers}; {text}) has diameter {real[0]} and {real[1]} as sum of distances"
        raise _damaged(where, f"{what}, not {claimed[0]} and {claimed[1]}")
    return jumps


def _digits(where: str, text: str) -> int:
    """Parse a non-negative number."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
        raise _damaged(where, f"{text[:20]!r} is not a number from 0, below 10^18")
    return int(text)
