"""All questions about some lists in one run: reading continues in memory as if each were answered."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.report import TableReport
from netfloor.foundation.errors import InputError, ManyProblemsError, setting

#: Questions that answers lead to are asked for at most so many times, and only of lists up to this size.
MAX_ROUNDS, MAX_BYTES = 4, 4 << 20
_ROWS = re.compile(r": (?:lines?|rows?) [0-9][0-9, ]*(?:and [0-9,]+(?: more)?)?(?=: )")
_OPTION = re.compile(rf'{setting("map")} "([^"]{{1,200}})=([^"=]{{1,60}})"')

Read = TypeVar("Read")


def read_with_all_questions(
    read: Callable[[TableRequest], Read], request: TableRequest, files: Sequence[Path]
) -> Read:
    """Return what ``read`` returns for a request.

    If it refuses the lists and offers options, they are read again in memory with the first option of each
    problem, until no further question comes.

    Raises `InputError` with the problems of the request, then those that the options lead to.
    """
    try:
        return read(request)
    except InputError as error:
        if sum(path.stat().st_size for path in files if path.is_file()) > MAX_BYTES:
            raise
        later = _later_questions(read, request, _lines(error))
        if not later:
            raise
        raise _joined(error, later) from error


def _later_questions(
    read: Callable[[TableRequest], object], request: TableRequest, first: Sequence[str]
) -> list[str]:
    """Return the problems that come after the first option of each problem is given."""
    known, later = {*map(_question, first)}, list[str]()
    asked, lines = dict(request.columns), first
    for _ in range(MAX_ROUNDS):
        answers = {name: target for line in lines for name, target in first_options(line).items()}
        if not answers.keys() - asked.keys() and all(asked[name] == answers[name] for name in answers):
            break
        asked |= answers
        try:
            read(replace(request, columns=asked, report=TableReport()))
            break
        except InputError as error:
            lines = [line for line in _lines(error) if _question(line) not in known]
        known |= {*map(_question, lines)}
        later += lines
    return later


def first_options(line: str) -> Mapping[str, str]:
    """Return the columns that the first option of a problem assigns, and those that belong to it."""
    results: dict[str, str] = {}
    end = None
    for match in _OPTION.finditer(line):
        if end is not None and line[end : match.start()].strip():
            break
        results.setdefault(match[1], match[2])
        end = match.end()
    return results


def _question(line: str) -> str:
    """Return a problem without its remedy, which depends on the options given."""
    return _ROWS.sub("", line.partition("; ")[0])


def _lines(error: InputError) -> tuple[str, ...]:
    """Return each problem of an error, with marked settings."""
    return error.lines if isinstance(error, ManyProblemsError) else (error.message,)


def _joined(error: InputError, later: Sequence[str]) -> ManyProblemsError:
    """Return an error with the problems of later questions below its own."""
    where = error.where if isinstance(error, ManyProblemsError) else "lists"
    more = error.more if isinstance(error, ManyProblemsError) else 0
    return ManyProblemsError(where, tuple(_lines(error)), more, tuple(later))
