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
MAX_ROUNDS, MAX_BYTES = 4, 1 << 20
_ROWS = re.compile(r": (?:lines?|rows?) [0-9][0-9, ]*(?:and [0-9,]+(?: more)?)?(?=: )")
_OPTION = re.compile(rf'{setting("map")} "([^"]{{1,200}})=([^"=]{{1,60}})"')
#: Words between a problem or an advice and an option.
_BEFORE_OPTION = re.compile(r"[ ,;]*(?:\b(?:or|with|such as|say which with|assign the columns,)[ ,;]*)*\Z")

Read = TypeVar("Read")


def read_with_all_questions(
    read: Callable[[TableRequest], Read], request: TableRequest, files: Sequence[Path]
) -> Read:
    """Call ``read`` with a request and return its result.

    If it refuses the lists and offers options, they are read again in memory with the first option of each
    problem, until no further question comes. An option that does not settle its problem is not printed.

    Raises `InputError` with the problems of the request, then those that the options lead to.
    """
    try:
        return read(request)
    except InputError as error:
        if sum(path.stat().st_size for path in files if path.is_file()) > MAX_BYTES:
            raise
        own = _lines(error)
        later, useless = _later_questions(read, request, own)
        if not later and not useless:
            raise
        if not later and not isinstance(error, ManyProblemsError):
            raise error.advising(without_options(error.parts[2])) from error
        lines = tuple(without_options(line) if line in useless else line for line in own)
        raise _joined(error, lines, later) from error


def _later_questions(
    read: Callable[[TableRequest], object], request: TableRequest, first: Sequence[str]
) -> tuple[list[str], set[str]]:
    """Return the problems that come after the first option of each is given, and those that it leaves."""
    known, later, useless = {*map(_question, first)}, list[str](), set[str]()
    asked, lines = dict(request.columns), first
    for _ in range(MAX_ROUNDS):
        answers: dict[str, str] = {}
        for line in lines:
            for name, target in first_options(line).items():
                answers.setdefault(name, target)
        if all(asked.get(name) == target for name, target in answers.items()):
            break
        asked |= answers
        try:
            read(replace(request, columns=asked, report=TableReport()))
            break
        except InputError as error:
            again = _lines(error)
        stated = {_statement(line) for line in again}
        useless |= {
            line
            for line in lines
            if _statement(line) in stated
            and (own := first_options(line))
            and all(asked[name] == target for name, target in own.items())
        }
        lines = [line for line in again if _question(line) not in known]
        known |= {*map(_question, lines)}
        later += lines
    return [without_options(line) if line in useless else line for line in later], useless


def without_options(line: str) -> str:
    """Return a problem without options that do not settle it, and what is advised before them."""
    match = _OPTION.search(line)
    return _BEFORE_OPTION.sub("", line[: match.start()]) if match else line


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


def _statement(line: str) -> str:
    """Return a problem with its rows, without its remedy."""
    return line.partition("; ")[0]


def _question(line: str) -> str:
    """Return a problem without its rows and its remedy, which depend on the options given."""
    return _ROWS.sub("", _statement(line))


def _lines(error: InputError) -> tuple[str, ...]:
    """Return each problem of an error, with marked settings."""
    return error.lines if isinstance(error, ManyProblemsError) else (error.message,)


def _joined(error: InputError, lines: tuple[str, ...], later: Sequence[str]) -> ManyProblemsError:
    """Return an error with its problems as ``lines``, and the problems of later questions below."""
    where = error.where if isinstance(error, ManyProblemsError) else "lists"
    more = error.more if isinstance(error, ManyProblemsError) else 0
    return ManyProblemsError(where, lines, more, tuple(later))
