"""A hostile file of twice the size takes twice the work: counted by lines of Python, at night by time too.

What one line of Python does by itself, such as a pattern that goes back, only time tells.
"""

import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from formats import WORKS
from good_as_found import AS_FOUND, DRAWN
from good_files import READERS, Reader
from patience import TooLongError

#: Sizes of what is repeated: those that are counted, and those whose time is taken.
COUNTED, TIMED = 60, 15_000
#: Work for what a file gets longer by, as a share of that for half as much: 2 if linear, 4 by the square.
MAX_LINES, MAX_TIME = 2.6, 3.3
#: Lines and seconds that change nothing: caches that fill, other programs on the machine.
FEW_LINES, FEW_SECONDS = 20_000, 0.5
#: Times that a fault must show: other programs on the machine slow one measurement, not each.
ATTEMPTS = 3
TEXTS = [one for one in (*READERS, *AS_FOUND, *DRAWN) if one.text and one.form not in WORKS]
ORDINARY = 3

Form = Callable[[Reader, int], str]


def _rows(reader: Reader, number: int) -> str:
    """Return the same record many times."""
    return reader.text.replace(reader.record, reader.record * number, 1)


def _named_rows(reader: Reader, number: int) -> str:
    """Return a record many times, each by another name."""
    token = reader.name.split("|")[1] if reader.name else ""
    if not token or token not in reader.record:
        token = next(iter(reader.record.split(",")))[:1]
    rows = (reader.record.replace(token, f"{token}{one}", 1) for one in range(number))
    return reader.text.replace(reader.record, reader.record + "".join(rows), 1)


def _name(sign: str, end: str = "") -> Form:
    """Return a form whose name is a sign many times."""
    return lambda reader, number: reader.with_token(reader.name, sign * number + end)


def _number(sign: str, end: str = "") -> Form:
    return lambda reader, number: reader.with_token(reader.number, sign * number + end)


def _tail(sign: str, end: str = "\n") -> Form:
    """Return a form with a sign many times behind its last line."""
    return lambda reader, number: reader.text + sign * number + end


def _head(sign: str) -> Form:
    return lambda reader, number: sign * number + reader.text


OF_RECORDS = {"rows": _rows, "named rows": _named_rows}
OF_NAMES = {
    **{f"name of {sign!r}": _name(sign) for sign in ("a", "1", "a-", "[1-2]", "(", "x ", "{", "é")},
    "name of spaces": _name(" ", "x"),
    "name of digits": _name("1", "x"),
}
OF_NUMBERS = {f"number of {sign!r}": _number(sign) for sign in ("1", "1,", "0.", "-", "1 ")}
ANYWHERE = {
    **{f"tail of {sign!r}": _tail(sign) for sign in (" ", "\t", ",", ";", '"', "(", "[", "#", "-", "a")},
    "lines of signs": _tail("x,\n"),
    "blank lines": _tail("\n"),
    "blank lines first": _head("\n"),
    "spaces first": _head(" "),
}


def forms_of(reader: Reader) -> dict[str, Form]:
    """Return the forms that a reader's good file can take."""
    found: dict[str, Form] = dict(ANYWHERE)
    found |= OF_RECORDS if reader.record else {}
    found |= OF_NAMES if reader.name else {}
    return found | (OF_NUMBERS if reader.number else {})


class Lines:
    """Counts the lines of Python that run, those of libraries too."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, _frame: FrameType, event: str, _value: object) -> "Lines":
        """Count an event of a frame."""
        self.count += event == "line"
        return self


def lines_of(cli: Any, reader: Reader) -> float:
    """Return the lines that a command runs."""
    lines, before = Lines(), sys.gettrace()
    sys.settrace(lines)
    try:
        cli(*reader.command.split(), seconds=120)
    finally:
        sys.settrace(before)
    return lines.count


def seconds_of(cli: Any, reader: Reader) -> float:
    """Return the processor time that a command takes."""
    begun = time.process_time()
    cli(*reader.command.split(), seconds=60)
    return time.process_time() - begun


def growth(measure: Callable[[], float], write: Callable[[int], None], size: int) -> tuple[float, float]:
    """Return the work that a file twice as long adds, and that one four times as long adds to this."""
    taken = []
    for times in (1, 1, 2, 4):  # the first fills caches
        write(size * times)
        taken.append(measure())
    return taken[2] - taken[1], taken[3] - taken[2]


def faults(
    cli: Any, here: Path, reader: Reader, forms: dict[str, Form], limits: tuple[int, float, float], how: Any
) -> list[str]:
    """Return the forms whose work grows faster than they do, in each of `ATTEMPTS`."""
    size, most, few = limits
    found = []
    for name, form in forms.items():

        def write(number: int, form: Form = form) -> None:
            (here / reader.file).write_bytes(reader.encoded(form(reader, number)))

        said = []
        while len(said) < ATTEMPTS:
            try:
                first, second = growth(lambda: how(cli, reader), write, size)
            except TooLongError:
                said.append(f"{name}: takes too long")
                continue
            if second <= most * max(first, 0) + few:
                break
            said.append(f"{name}: {first:,.1f}, then {second:,.1f}")
        else:
            found.append(said[0])
    return found


@pytest.mark.parametrize("reader", TEXTS, ids=str)
def test_twice_the_file_is_twice_the_lines(cli: Any, good: Any, here: Path, reader: Reader) -> None:
    """By a few forms of each reader, others for each."""
    good(reader)
    forms = sorted(forms_of(reader).items(), key=lambda one: zlib.crc32(f"{reader} {one[0]}".encode()))
    limits = COUNTED, MAX_LINES, FEW_LINES
    assert faults(cli, here, reader, dict(forms[:ORDINARY]), limits, lines_of) == []


@pytest.mark.nightly
@pytest.mark.parametrize("reader", TEXTS, ids=str)
def test_every_form_is_linear_in_lines(cli: Any, good: Any, here: Path, reader: Reader) -> None:
    """All forms, four times as long."""
    good(reader)
    limits = 4 * COUNTED, MAX_LINES, FEW_LINES
    assert faults(cli, here, reader, forms_of(reader), limits, lines_of) == []


@pytest.mark.nightly
@pytest.mark.parametrize("reader", TEXTS, ids=str)
def test_every_form_is_linear_in_time(cli: Any, good: Any, here: Path, reader: Reader) -> None:
    """All forms, of some ten thousand signs or records, by a wide ratio of processor time."""
    good(reader)
    limits = TIMED, MAX_TIME, FEW_SECONDS
    assert faults(cli, here, reader, forms_of(reader), limits, seconds_of) == []


def test_a_square_is_seen(cli: Any, good: Any, here: Path) -> None:
    """Work by the square of the file's length is a fault, work by its length is none."""
    reader = next(one for one in TEXTS if one.form == "edges")
    good(reader)

    def squared(_cli: object, _reader: object) -> float:
        return float((here / reader.file).stat().st_size ** 2)

    def straight(_cli: object, _reader: object) -> float:
        return 100.0 * (here / reader.file).stat().st_size

    forms, limits = {"rows": _rows}, (COUNTED, MAX_LINES, FEW_LINES)
    assert faults(cli, here, reader, forms, limits, squared) != []
    assert faults(cli, here, reader, forms, limits, straight) == []
