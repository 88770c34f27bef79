"""The report on link failures: safe, complete, the same bytes each time."""

import csv
import io
import json
import re
from dataclasses import replace

import pytest
from defusedxml.ElementTree import fromstring

from netfloor.research.failures.curve import FailureCurve, FailureOptions
from netfloor.research.failures.report.page import failure_document, failure_files
from netfloor.research.failures.report.table import METHOD, failure_table
from netfloor.research.failures.run import link_failures
from netfloor.topologies.spec import build

HOSTILE = "<script>alert(1)</script>"
NOTES = ("slimfly:3: a note",)


@pytest.fixture(scope="module")
def curves() -> tuple[FailureCurve, ...]:
    """Return the curves of three networks."""
    options = FailureOptions((0.0, 0.3), max_trials=10)
    return tuple(
        link_failures(build(spec), options) for spec in ("slimfly:3", "hyperx:4x3,t=2", "random:20,4")
    )


@pytest.fixture(scope="module")
def files(curves: tuple[FailureCurve, ...]) -> dict[str, str]:
    """Return the texts of the whole report."""
    return failure_files(curves, NOTES)


def test_every_figure_is_on_the_page(curves: tuple[FailureCurve, ...], files: dict[str, str]) -> None:
    """Every proportion's trials, the method, the notes; and the first proportions without a loss."""
    page = files["report.html"]
    expected = [cell.text for row in failure_table(curves, named=True).cells for cell in row]
    assert all(text in page for text in [*expected, METHOD["rule"], *NOTES])
    kept = {
        curve.network: max((p.proportion for p in curve.points if not p.disconnected), default=None)
        for curve in curves
    }
    assert kept["slimfly:3"] == 0.3
    assert "slimfly:3 30 %" in page


def test_the_page_stands_alone(files: dict[str, str]) -> None:
    """No script but that of its tables, no address, one picture; every id once."""
    page = files["report.html"]
    assert set(re.findall("<script[^>]*>", page)) <= {'<script type="module">'}
    assert "http" not in page.replace("http-equiv", "")
    assert page.count("<svg") == 1
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert fromstring(files["failures.svg"]).tag.endswith("svg")


def test_the_table_reads_back(curves: tuple[FailureCurve, ...], files: dict[str, str]) -> None:
    """Numbers in the CSV file are those of the curves, to the last digit."""
    points = [(curve.network, point) for curve in curves for point in curve.points]
    records = csv.DictReader(io.StringIO(files["failures.csv"], newline=""))
    for record, (network, point) in zip(records, points, strict=True):
        assert (record["network"], float(record["proportion"])) == (network, point.proportion)
        assert record["mean_distance_mean_over_connected"] == repr(point.mean_distance.mean)


def test_the_document_is_strict_json(curves: tuple[FailureCurve, ...], files: dict[str, str]) -> None:
    """The file holds what the command prints: the curves, the method and the notes."""
    document = json.loads(files["report.json"])
    assert document == json.loads(json.dumps(failure_document(curves, NOTES), allow_nan=False))
    assert [one["network"] for one in document["networks"]] == [curve.network for curve in curves]
    assert (document["method"], document["notes"]) == (METHOD, list(NOTES))


def test_names_are_text(curves: tuple[FailureCurve, ...]) -> None:
    """A name with markup in it is shown and does nothing."""
    hostile = (replace(curves[0], network=HOSTILE, interrupted=True), *curves[1:])
    files = failure_files(hostile, (HOSTILE,))
    assert "<script>" not in files["report.html"]
    assert "&lt;script&gt;alert(1)" in files["report.html"]
    assert "Interrupted" in files["report.html"]
    assert not [one for one in fromstring(files["failures.svg"]).iter() if one.tag.endswith("script")]


def test_the_same_curves_give_the_same_bytes(
    curves: tuple[FailureCurve, ...], files: dict[str, str]
) -> None:
    """Drawing and writing twice changes nothing."""
    assert failure_files(curves, NOTES) == files
