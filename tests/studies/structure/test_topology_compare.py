"""``netfloor topology compare``: the table, and the report that it writes."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.observer import SILENT
from netfloor.studies.structure.compare import StructureRequest, compare_structure

SPECS = ("slimfly:3", "random:20,4", "fattree:3,2")
FILES = {
    "report.html", "report.json", "networks.csv", "bisection.svg", "sizes.svg", "sizes.csv",
    ".netfloor-output",
}  # fmt: skip


def test_the_table_names_both_normalisations(cli: Any) -> None:
    """The HyperX of Domke et al. cuts 192 links: 22.2 % of all, 57.1 % of half the endpoints."""
    lines = cli("topology", "compare", "hyperx:12x8,t=7", "slimfly:3", "--bisection").out.splitlines()
    assert "share of all" in lines[1]
    assert "share of half" in lines[1]
    assert "nk/2" in lines[2]
    assert lines[4].split()[-7:] == ["192", "192", "22.2", "%", "192", "57.1", "%"]
    assert lines[5].split()[-2:] == ["-", "-"]


def test_without_bisection_nothing_is_said_of_it(cli: Any) -> None:
    """The quick table has no columns of cuts, and no endpoints' column where none are known."""
    assert "bisection" not in cli("topology", "compare", *SPECS).out
    assert "endpoints" not in cli("topology", "compare", "slimfly:3", "--bisection").out


def test_the_report_appears_as_a_whole(cli: Any, here: Path) -> None:
    """All files, said on stderr; stdout stays the same; the document is the one in the folder."""
    plain = cli("topology", "compare", *SPECS, "--bisection", "--json")
    ran = cli("topology", "compare", *SPECS, "--out", "out", "--json")
    assert ran.code == 0
    assert {path.name for path in (here / "out").iterdir()} == FILES
    assert "written: report.html" in ran.err
    assert ran.json() == plain.json() == json.loads((here / "out/report.json").read_text())
    families = {record["family"] for record in csv.DictReader((here / "out/sizes.csv").open())}
    assert families == {"slimfly", "fattree"}


def test_any_number_of_workers_writes_the_same_bytes(cli: Any, here: Path) -> None:
    """Chance has its seed, and nothing of time or machine is in a report."""
    for workers in (1, 3):
        cli("topology", "compare", *SPECS[:2], "--out", f"out{workers}", "--workers", workers)
    for path in (here / "out1").iterdir():
        assert path.read_bytes() == (here / "out3" / path.name).read_bytes(), path.name


def test_a_folder_of_somebody_else_is_left_alone(cli: Any, here: Path) -> None:
    """Exit code 3 before the work; ours is replaced, anything with --force."""
    (here / "out").mkdir()
    (here / "out/mine.txt").write_text("mine")
    line = ("topology", "compare", "complete:5", "--out", "out")
    refused = cli(*line)
    assert (refused.code, refused.out) == (3, "")
    assert "--force" in refused.err
    assert [path.name for path in (here / "out").iterdir()] == ["mine.txt"]
    assert cli(*line, "--force").code == 0
    assert cli(*line).code == 0
    assert not (here / "out/mine.txt").exists()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("slimfly:6",), "slimfly:6"),
        (("file:parts.edges",), "not connected"),
    ],
)
def test_bad_input_writes_nothing(arguments: tuple[str, ...], word: str, cli: Any, here: Path) -> None:
    """Exit code 3, one message, no folder."""
    (here / "parts.edges").write_text("a b\nc d\n")
    ran = cli("topology", "compare", *arguments, "--out", "out")
    assert (ran.code, ran.out) == (3, "")
    assert word in ran.err
    assert not (here / "out").exists()


def test_networks_of_every_kind_are_reported(here: Path) -> None:
    """Free parameters, trees, products, one router, parallel links: all in a report, some with sizes."""
    (here / "pair.edges").write_text("a b 3\n")
    specs = ("complete:1", "file:pair.edges", "fattree:3,2", "torus:3x3*complete:2", "dragonfly:4")
    request = StructureRequest(specs, with_bisection=False, out=here / "out", seed=0, workers=1)
    done = compare_structure(request, SILENT, force=False)
    assert [found.family for found in done.comparison.sizes] == ["complete", "fattree", "dragonfly"]
