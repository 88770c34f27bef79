"""Finished tasks of a circulant search in a file: to go on from, and to merge.

Nothing in a file is believed that can be checked quickly: every set it lists is walked again.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from foundation.errors import InputError
from foundation.files import canonical_sha256, load_json, to_json, write_atomic
from netfloor.tool import TOOL
from structure.circulants import CirculantSearch, SearchSpace, TaskResult
from structure.circulants.distances import distances_of
from structure.circulants.incumbent import Known

KIND = "netfloor circulant search"
SCHEMA = 3
REMEDY = "delete the file and search its tasks again"
#: Digits of a number in a checkpoint, at most: none that netfloor writes has more.
MOST_DIGITS = 18


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
        "schema": SCHEMA,
        "kind": KIND,
        "search": identity_of(search.space),
        "incumbent": list(search.incumbent.jumps),
        "empty": " ".join(f"{one.task}:{one.examined}" for one in rows if not one.found),
        "found": [_row(one) for one in rows if one.found],
    }
    write_atomic(path, to_json(document))


def read_search(path: Path, space: SearchSpace) -> tuple[CirculantSearch, dict[int, TaskResult]]:
    """Return the search that a checkpoint is of, and its finished tasks.

    Raises
    ------
    InputError
        If it is of another search or version, or damaged: the message names the entry.
    """
    document = load_json(path, "checkpoint")
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise InputError(str(path), "is no checkpoint of a circulant search")
    if document.get("schema") != SCHEMA or document.get("search") != identity_of(space):
        raise InputError(str(path), "is of another search or version", "give the same routers and radix")
    with_name = _Reader(str(path))
    search = CirculantSearch(space, with_name.incumbent(space, document.get("incumbent")))
    rows: dict[int, TaskResult] = {}
    for where, one in with_name.rows(search, document):
        if not 0 <= one.task < search.most_tasks or one.task in rows:
            raise with_name.damaged(where, f"there is no such task, or twice: {one.task}")
        rows[one.task] = one
    listed = {(one.task // search.tasks_a_phase, one.total) for one in rows.values() if one.optima}
    for one in rows.values():
        if one.found and not one.optima and (one.task // search.tasks_a_phase, one.total) not in listed:
            raise with_name.damaged(f"found: task {one.task}", f"no set with the sum {one.total} is listed")
    return search, rows


class _Reader:
    """Reads the entries of one file, and says which one is damaged."""

    def __init__(self, path: str) -> None:
        self._path = path

    def damaged(self, where: str, what: str) -> InputError:
        """Return the error for an entry."""
        return InputError(f"{self._path}: {where}", f"is damaged: {what}", REMEDY)

    def incumbent(self, space: SearchSpace, listed: Any) -> Known:
        """Return the set that the search began with."""
        if not isinstance(listed, list):
            raise self.damaged("incumbent", "no list of jumps")
        jumps = tuple(self._number("incumbent", jump) for jump in listed)
        if not _in_space(space, jumps):
            raise self.damaged("incumbent", "no jumps of this size and radix")
        known = Known(*distances_of(space, jumps), jumps)
        if known.diameter == space.routers:
            raise self.damaged("incumbent", "its circulant is not connected")
        return known

    def rows(self, search: CirculantSearch, document: dict[str, Any]) -> Iterable[tuple[str, TaskResult]]:
        """Yield the tasks with the places where they stand."""
        empty, found = document.get("empty"), document.get("found")
        if not isinstance(empty, str) or not isinstance(found, list):
            raise self.damaged("top level", "text 'empty' and list 'found' are to be there")
        for place, word in enumerate(empty.split()):
            where = f"empty: entry {place + 1}"
            task, colon, sets = word.partition(":")
            if not colon:
                raise self.damaged(where, f"{word[:20]!r}, not TASK:SETS")
            yield where, TaskResult(self._digits(where, task), 0, (), self._digits(where, sets))
        for place, row in enumerate(found):
            where = f"found: entry {place + 1}"
            yield where, self._result(search, where, row)

    def _result(self, search: CirculantSearch, where: str, row: Any) -> TaskResult:
        keys = {"task", "total", "examined", "complete", "optima"}
        if not isinstance(row, dict) or set(row) != keys or not isinstance(row["optima"], list):
            raise self.damaged(where, f"its keys are to be {', '.join(sorted(keys))}")
        if not isinstance(row["complete"], bool) or not (row["optima"] or not row["complete"]):
            raise self.damaged(where, "'complete' is to be true or false, and true where sets are listed")
        task, total, sets = (self._number(where, row[key]) for key in ("task", "total", "examined"))
        if task >= search.most_tasks:
            raise self.damaged(where, f"there is no task {task}")
        depth = search.phases[task // search.tasks_a_phase]
        optima = tuple(self._set(search.space, where, text, (depth, total)) for text in row["optima"])
        if optima and search.space.canonical_sets(optima) != optima:
            raise self.damaged(where, "its sets are not the least of their orbits, each once, ascending")
        return TaskResult(task, total, optima, sets, row["complete"])

    def _set(self, space: SearchSpace, where: str, text: Any, claimed: tuple[int, int]) -> tuple[int, ...]:
        """Return a set that was walked again."""
        if not isinstance(text, str):
            raise self.damaged(where, "a set of jumps is to be text")
        jumps = tuple(self._digits(where, word) for word in text.split())
        if not _in_space(space, jumps):
            raise self.damaged(where, f"{text[:80]!r} is no set of this space")
        real = distances_of(space, jumps)
        if real != claimed:
            what = f"C({space.routers}; {text}) has diameter {real[0]} and {real[1]} as sum of distances"
            raise self.damaged(where, f"{what}, not {claimed[0]} and {claimed[1]}")
        return jumps

    def _number(self, where: str, value: Any) -> int:
        """Return a number from 0 that JSON holds as one."""
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**MOST_DIGITS:
            raise self.damaged(where, "its numbers are to be integers from 0, below 10^18")
        return value

    def _digits(self, where: str, text: str) -> int:
        """Return a number from 0 in digits."""
        if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
            raise self.damaged(where, f"{text[:20]!r} is no number from 0, below 10^18")
        return int(text)


def _in_space(space: SearchSpace, jumps: tuple[int, ...]) -> bool:
    """Return True for different jumps below n / 2, as many as the radix has."""
    below = all(0 < jump < (space.routers + 1) // 2 for jump in jumps)
    return below and len(set(jumps)) == len(jumps) == space.free_jumps


def identity_of(space: SearchSpace) -> str:
    """Return what two runs of one search have in common: also what each task's number means."""
    return canonical_sha256([space.routers, space.radix, space.given_jumps, len(space.prefixes), TOOL])


def _row(one: TaskResult) -> dict[str, Any]:
    optima = [" ".join(map(str, jumps)) for jumps in one.optima]
    return {
        "task": one.task,
        "total": one.total,
        "examined": one.examined,
        "complete": one.complete,
        "optima": optima,
    }
