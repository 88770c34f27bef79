"""Pull sheets: every cable on the sheets of its cabinets, in the order of the work."""

import csv
import io
from dataclasses import replace
from typing import Any

import pytest

from netfloor.exchange.job import Job
from netfloor.exchange.writers.sheets.pull_sheets import INSIDE, sheets


def cabinet(fabric: Any, end: Any) -> Any:
    """Return the index of an end's cabinet."""
    return fabric.devices[end.device].cabinet


def test_a_cable_stands_on_the_sheet_of_each_cabinet_that_it_ends_in(job: Job) -> None:
    """Between two cabinets on two sheets, pulled from one, connected at the other; else on one."""
    lines = [
        (sheet.cabinet, line) for sheet in sheets(job.fabric) for part in sheet.parts for line in part.lines
    ]
    for cable in job.fabric.cables:
        mine = [(name, line.action) for name, line in lines if line.id == cable.id]
        ends = {job.fabric.cabinets[cabinet(job.fabric, end)].name for end in cable.ends}
        assert {name for name, _ in mine} == ends
        assert [action for _, action in mine] == (["patch"] if len(ends) == 1 else ["pull", "connect"])


def test_the_order_is_inside_then_by_row_then_by_length(job: Job) -> None:
    """Short cables to a row are laid before long ones."""
    rows = {c.name: c.row for c in job.fabric.cabinets}
    for sheet in sheets(job.fabric):
        titles = [part.title for part in sheet.parts]
        assert titles == sorted(titles, key=lambda title: (title != INSIDE, title))
        for part in sheet.parts:
            lengths = [float(line.length_m) for line in part.lines]
            assert lengths == sorted(lengths)
            assert len({rows[line.there.cabinet] for line in part.lines}) == 1


def rows_of(files: Any, name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file that was written."""
    return list(csv.DictReader(io.StringIO(files[name])))


def test_the_file_has_the_lines_of_the_sheets(job: Job, write_files: Any) -> None:
    """One row a line, in their order; no file of trays where there are none."""
    files = write_files(job, "pull-sheets")
    assert set(files) == {"pull-sheets.csv"}
    rows = [
        (row["Cabinet"], row["CableID"], row["Work"], row["Label"])
        for row in rows_of(files, "pull-sheets.csv")
    ]
    assert rows == [
        (sheet.cabinet, line.id, line.action, line.label)
        for sheet in sheets(job.fabric)
        for part in sheet.parts
        for line in part.lines
    ]


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "-x", "+x"])
def test_a_name_is_never_a_formula(make_job: Any, write_files: Any, name: str) -> None:
    """A spreadsheet that opens the file shows the name."""
    job = make_job("circulant:4:1", 0, labels=(name, "b", "c", "d"))
    files = write_files(replace(job, label_format="{near_device}"), "pull-sheets")
    assert {row["Label"] for row in rows_of(files, "pull-sheets.csv")} == {f"'{name}", "b", "c", "d"}
