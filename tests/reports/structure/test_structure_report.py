"""The report on structure: safe, complete, what there is and nothing else, the same bytes each time."""

import csv
import io
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

from netfloor.reports.structure.report import structure_document, structure_files
from netfloor.reports.structure.table import cut_columns, network_table, structure_columns
from netfloor.reports.structure.types import FamilySizes, StructureComparison
from netfloor.structure.summary import describe
from netfloor.topologies.family import instances
from netfloor.topologies.spec import FAMILIES, build

HOSTILE = "<script>alert(1)</script>"


def row_of(spec: str, *, with_bisection: bool = True) -> dict[str, Any]:
    """Return a network's facts as ``topology show --json`` prints them."""
    network = build(spec)
    return {
        "network": spec,
        "family": network.family,
        "parameters": dict(network.parameters),
        **describe(network, with_bisection=with_bisection).to_dict(),
        "endpoints": int(network.endpoints.sum()),
        "ports": int(network.ports.max()),
        "notes": [],
    }


@pytest.fixture(scope="module")
def full() -> StructureComparison:
    """Return a comparison with everything in it."""
    specs = ("slimfly:3", "hyperx:4x3,t=2", "fattree:3,2")
    return StructureComparison(
        rows=tuple(row_of(spec) for spec in specs),
        sizes=(FamilySizes.of("slimfly", instances(FAMILIES["slimfly"], 200)),),
        max_routers=200,
        max_radix=100,
        notes=("slimfly:3: a note",),
        provenance={"tool": "netfloor 0", "seed": 0},
    )


@pytest.fixture(scope="module")
def files(full: StructureComparison) -> dict[str, str]:
    """Return the texts of the whole report."""
    return structure_files(full)


def lines(text: str) -> list[dict[str, str]]:
    """Return the records of a CSV text."""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_everything_has_a_file(files: dict[str, str]) -> None:
    """A page, a document, one picture a chart, one table a kind of figure."""
    pictures = {"bisection.svg", "sizes.svg"}
    tables = {"networks.csv", "sizes.csv"}
    assert set(files) == {"report.html", "report.json"} | pictures | tables
    for name in pictures:
        assert fromstring(files[name]).tag.endswith("svg")


def test_what_is_not_there_has_none() -> None:
    """Without bisections and sizes neither file nor heading speaks of them."""
    bare = StructureComparison(rows=(row_of("slimfly:3", with_bisection=False),))
    files = structure_files(bare)
    assert set(files) == {"report.html", "report.json", "networks.csv"}
    assert re.findall(r"<h2[^>]*>([^<]*)", files["report.html"]) == ["Structure"]


def test_every_figure_stands_on_the_page(full: StructureComparison, files: dict[str, str]) -> None:
    """Structure, both normalisations of the bisection, notes."""
    page = files["report.html"]
    columns = {**structure_columns(full.rows), **cut_columns(full.rows)}
    expected = [cell.text for row in network_table("", full.rows, columns).cells for cell in row[1:]]
    expected += ["slimfly:3: a note", "nk/2", "share of half the endpoints", "netfloor 0"]
    assert all(text in page for text in expected)


def test_the_page_stands_alone(files: dict[str, str]) -> None:
    """No script but that of its tables, no address, two pictures in colours for light and dark."""
    page = files["report.html"]
    assert set(re.findall("<script[^>]*>", page)) <= {'<script type="module">'}
    assert "http" not in page.replace("http-equiv", "")
    assert page.count("<svg") == 2
    assert page.count('role="img"') == 2
    assert 'class="f-' in page
    assert "prefers-color-scheme: dark" in page
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))


def test_tables_read_back(full: StructureComparison, files: dict[str, str]) -> None:
    """Numbers in the CSV files are those of the comparison, to the last digit."""
    for record, row in zip(lines(files["networks.csv"]), full.rows, strict=True):
        assert (record["network"], float(record["mean_distance"])) == (row["network"], row["mean_distance"])
        assert float(record["normalised_bisection"]) == row["normalised_bisection"]
    sizes = [(int(r["radix"]), int(r["routers"])) for r in lines(files["sizes.csv"])]
    assert sizes == list(full.sizes[0].routers)


def test_the_document_is_strict_json(full: StructureComparison, files: dict[str, str]) -> None:
    """What the file holds is what the command prints."""
    document = json.loads(files["report.json"])
    assert document == json.loads(json.dumps(structure_document(full), allow_nan=False))
    assert document["schema"] == 1
    assert [row["network"] for row in document["rows"]] == [row["network"] for row in full.rows]


def test_the_answer_names_the_best(files: dict[str, str]) -> None:
    """The shortest mean distance and the widest bisection for its links; recomputed by hand.

    Of the 3-ary 2-tree only the 3 edge switches count, all 2 hops apart; HyperX 4x3 has 5 others at one
    hop and 6 at two, 17/11. The tree is the complete bipartite graph of 3 and 3: some
    halves are joined by 5 of its 9 links. Slim Fly 3 cuts 15 of 45 links, HyperX 4x3 12 of 30.
    """
    page = files["report.html"]
    said = " ".join(re.findall(r'(?:<p class="sentence">|<ul class="more">\s*<li>)([^<]*)', page))
    assert "hyperx:4x3,t=2, 1.545 hops" in said
    assert "fattree:3,2, 55.6 % of nk/2" in said


def test_names_are_text(full: StructureComparison) -> None:
    """A name with markup in it is shown and does nothing."""
    rows = ({**full.rows[0], "network": HOSTILE}, *full.rows[1:])
    files = structure_files(replace(full, rows=rows, notes=(HOSTILE,)))
    assert "<script>" not in files["report.html"]
    assert "&lt;script&gt;alert(1)" in files["report.html"]
    for name in ("bisection.svg", "sizes.svg"):
        assert not [one for one in fromstring(files[name]).iter() if one.tag.endswith("script")]


def test_the_same_comparison_gives_the_same_bytes(full: StructureComparison, files: dict[str, str]) -> None:
    """Drawing and writing twice changes nothing."""
    assert structure_files(full) == files


def test_an_empty_comparison_is_a_report() -> None:
    """No network at all: a page that says so."""
    assert "No networks." in structure_files(StructureComparison(rows=()))["report.html"]
