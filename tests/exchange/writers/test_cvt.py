"""Point-to-point workbooks, read back with another library."""

import io
import zipfile
from dataclasses import replace
from typing import Any

import openpyxl
import pytest

from netfloor.exchange.job import Job, checked_values
from netfloor.exchange.writers import EXPORTERS
from netfloor.exchange.writers.cvt import LEGACY, NODES
from netfloor.foundation.errors import InputError


def rows(data: Any, sheet: Any) -> Any:
    """Return the rows of a sheet as tuples."""
    page = openpyxl.load_workbook(io.BytesIO(data))[sheet]
    return list(page.iter_rows(values_only=True))


def test_links_are_the_cables_of_the_plan(job: Job, write_files: Any, links_of: Any) -> None:
    """The mandatory columns of the unified form (CVT 1.7.1), a row a cable."""
    header, *links = rows(write_files(job, "cvt")["unified.xlsx"], "Links")
    assert header[:5] == ("A-Node", "A-Port", "Z-Node", "Z-Port", "Protocol")
    found = [
        tuple(sorted([(a, int(p.lstrip("swpeth"))), (z, int(q.lstrip("swpeth")))]))
        for a, p, z, q, *_ in links
    ]
    assert sorted(found) == links_of(job.fabric)
    assert {row[4] for row in links} <= {"ethernet"}


def test_both_ends_of_every_link_are_in_the_sheet_of_nodes(job: Job, write_files: Any) -> None:
    """As the description of the form demands of A-Node and Z-Node; each node once, with its place."""
    book = write_files(job, "cvt")["unified.xlsx"]
    header, *nodes = rows(book, "Nodes")
    assert header == NODES
    names = [row[0] for row in nodes]
    assert len(set(names)) == len(names)
    assert {end for a, _, z, *_ in rows(book, "Links")[1:] for end in (a, z)} == set(names)
    racks = {job.fabric.devices[i].name: job.fabric.cabinet_name(i) for i in range(len(job.fabric.devices))}
    assert all((row[2] or "") == racks[row[0]] for row in nodes)


def test_the_older_form_tells_cabinets_and_units(job: Job, write_files: Any) -> None:
    """Its header in its own spelling, a place for each end."""
    header, *links = rows(write_files(job, "cvt")["legacy.xlsx"], "P2P")
    assert header == LEGACY
    where = {d.name: job.fabric.cabinets[d.cabinet].name for d in job.fabric.devices}
    assert all((row[0], row[5]) == (where[row[2]], where[row[7]]) for row in links)


def test_no_cell_is_a_formula_or_a_link(job: Job, write_files: Any) -> None:
    """Neither library may have made one of a text."""
    for data in write_files(job, "cvt", protocol="ib").values():
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            sheets = [book.read(name) for name in book.namelist() if "worksheets/" in name]
        assert not any(b"<f>" in sheet or b"<hyperlink" in sheet for sheet in sheets)


def test_the_same_plan_gives_the_same_bytes(make_job: Any, write_files: Any) -> None:
    """No date of today is in a workbook."""
    job = make_job("slimfly:5", 0)
    assert write_files(job, "cvt") == write_files(job, "cvt")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("protocol", "token-ring"),
        ("switch_port", "swp"),
        ("switch_port", "={port}"),
        ("server_type", "a b"),
    ],
)
def test_a_value_that_is_none_is_refused(make_job: Any, write_files: Any, name: str, value: str) -> None:
    """The message names the field."""
    with pytest.raises(InputError, match=f"with {name}"):
        write_files(make_job(None, 0), "cvt", **{name: value})


def test_positions_that_stand_for_rack_units_are_said(make_job: Any) -> None:
    """A grid has no rack units: nobody is to take a slot's number for one unknowingly."""
    job = make_job("hypercube:4", 0)
    for form, word in (("cvt", "A-U"), ("netbox", "switch_units")):
        exporter = EXPORTERS[form]
        filled = replace(job, values=checked_values(exporter, {}))
        assert any(word in told for told in exporter.warnings(filled))
        devices = tuple(replace(d, unit=n) for n, d in enumerate(job.fabric.devices, 1))
        known = exporter.warnings(replace(filled, fabric=replace(job.fabric, devices=devices)))
        assert not any(word in told for told in known)
    none = replace(job, values=checked_values(EXPORTERS["netbox"], {"switch_units": "0"}))
    assert not any("rack units" in told for told in EXPORTERS["netbox"].warnings(none))
