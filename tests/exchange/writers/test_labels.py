"""Cable labels: two a cable, near end first, and nothing that a spreadsheet runs."""

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.job import Job
from netfloor.exchange.writers.sheets.labels import FIELDS, check_format, label_lines, part_text
from netfloor.fabric.fabric import Cable, Device, End, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.foundation.spreadsheet_text import cell

FORMULA = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"


def rows_of(files: Any) -> Any:
    """Read the labels back."""
    return list(csv.DictReader(io.StringIO(files["labels.csv"], newline="")))


def test_every_cable_has_two_labels(job: Job, write_files: Any) -> None:
    """One for each end, and each says the other one's place second."""
    rows = rows_of(write_files(job, "labels"))
    assert [(row["CableID"], row["End"]) for row in rows] == [
        (cable.id, end) for cable in job.fabric.cables for end in "AB"
    ]
    for a, b in zip(rows[::2], rows[1::2], strict=True):
        assert a["Line1"].split("/") == b["Line1"].split("/")[::-1]


@pytest.mark.parametrize(
    ("cages", "labels"),
    [
        # A breakout into two cages of one device: three plugs.
        (
            ((1, 2), (1, 3)),
            [
                ("A", "X-55:01+02/Y-14:03+04", "C1+C2 2.00 m"),
                ("B1", "Y-14:03/X-55:01", "C1 2.00 m"),
                ("B2", "Y-14:04/X-55:02", "C2 2.00 m"),
            ],
        ),
        # A twin cable: one plug at either end.
        (
            ((1, 2), (1, 2)),
            [
                ("A", "X-55:01+02/Y-14:03+04", "C1+C2 2.00 m"),
                ("B", "Y-14:03+04/X-55:01+02", "C1+C2 2.00 m"),
            ],
        ),
    ],
)
def test_an_end_of_a_piece_has_one_label_with_all_its_links(
    make_job: Any, write_files: Any, cages: Any, labels: Any
) -> None:
    """One label a plug, whatever it carries; all of a piece have its id, and pull sheets print the same."""
    links = tuple(
        Cable(f"C{n}", End(0, n), End(1, n + 2), 2000, piece="C1", cage_numbers=cages[n - 1])
        for n in (1, 2)
    )
    devices = (Device("a", "switch", 4, 0, 1, 55), Device("b", "switch", 4, 1, 14))
    job = Job(
        Fabric("two", devices, links, (FloorCabinet("X"), FloorCabinet("Y"))), make_job(None, 0).topology
    )
    rows = rows_of(write_files(job, "labels"))
    assert [(row["End"], row["Line1"], row["Line2"]) for row in rows] == labels
    assert {(row["CableID"], row["Barcode"]) for row in rows} == {("C1", "C1")}
    sheets = csv.DictReader(io.StringIO(write_files(job, "pull-sheets")["pull-sheets.csv"]))
    assert {row["Label"] for row in sheets} == {line for _, line, _ in labels}


def test_the_default_is_the_style_of_tia(make_job: Any, write_files: Any) -> None:
    """cabinet-unit:port/cabinet-unit:port, near end first (TIA-606-B)."""
    fabric = Fabric(
        "two",
        (Device("a", "switch", 50, 0, 1, 55), Device("b", "switch", 4, 1, 14)),
        (Cable("C1", End(0, 50), End(1, 4), 1501),),
        (FloorCabinet("4BK01"), FloorCabinet("DC.C03")),
    )
    rows = rows_of(write_files(Job(fabric, make_job(None, 0).topology), "labels"))
    assert rows[0]["Line1"] == "4BK01-55:50/DC.C03-14:04"
    assert rows[1]["Line1"] == "DC.C03-14:04/4BK01-55:50"
    assert rows[0]["Line2"] == "C1 1.51 m"


def test_a_format_of_ones_own(make_job: Any, write_files: Any) -> None:
    r"""Fields by name, numbers filled up, \n for the second line, doubled braces for one."""
    job = replace(make_job("circulant:4:1", 0), label_format=r"{near_device}>{far_port:3}{{x}}\n{id}")
    row = rows_of(write_files(job, "labels"))[0]
    port = job.fabric.cables[0].b.port
    assert row["Line1"] == f"0>{port:03d}{{x}}"
    assert row["Line2"] == "C000001"


@pytest.mark.parametrize(
    "form",
    [
        "{",
        "}",
        "{near}",
        "{near.__class__}",
        "{0}",
        "{}",
        "{id!r}",
        "{id:>9}",
        "{id:99}",
        r"a\nb\nc",
        "a\nb",
        "x" * 501,
    ],
)
def test_a_format_that_means_something_else_is_refused(form: str) -> None:
    """Only fields by name: nothing of Python's own formats."""
    with pytest.raises(InputError, match="label-format"):
        check_format(form)


@given(st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=20)), st.text(max_size=20))
def test_values_are_never_read_as_formats(values: Any, tail: str) -> None:
    """A brace in a name stays a brace."""
    plain = tail.replace("{", "").replace("}", "").replace("\\", "")
    filled = {name: values.get(name, "{id}") for name in FIELDS}
    lines = label_lines(check_format("{part}") + plain, {name: [text] for name, text in filled.items()})
    assert lines == (filled["part"] + plain, "")


@given(st.text(max_size=30))
def test_no_cell_is_a_formula_or_a_second_line(text: str) -> None:
    """Whatever a name is (OWASP, CSV injection)."""
    safe = cell(text)
    assert not safe.startswith(tuple(FORMULA))
    assert not set(safe) & set("\r\n\t\0\u2028\u202e")


@pytest.mark.parametrize("sign", [*FORMULA, "\n=", " =", "\u200b="])
def test_a_label_that_begins_like_a_formula_is_neutralised(
    make_job: Any, write_files: Any, sign: str
) -> None:
    """A router may be called anything."""
    job = make_job("circulant:4:1", 0, labels=(f"{sign}cmd", "b", "c", "d"))
    text = write_files(replace(job, label_format="{near_device}"), "labels")["labels.csv"]
    for row in csv.reader(io.StringIO(text, newline="")):
        assert len(row) == 6
        assert not any(value.startswith(tuple(FORMULA)) for value in row)


def test_a_part_says_with_which_other_link_it_is_one_piece() -> None:
    """Of the first link, and of one that runs alone, the part number is all."""
    ends = End(0, 1), End(1, 1)
    for piece, more in (("", ""), ("C1", ""), ("C7", ", one piece with C7")):
        assert part_text(Cable("C1", *ends, part="D-1", piece=piece)) == f"D-1{more}"
