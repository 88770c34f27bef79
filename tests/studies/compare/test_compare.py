"""A comparison from the study to the report, its keys, its folder and its repeatability."""

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor.costmodels.sets.load import load_power_set
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SilentObserver
from netfloor.plans.verify import verify_plan
from netfloor.reports.comparison.sections import WRITERS
from netfloor.reports.comparison.sections.figures import measures
from netfloor.studies.compare import run as compare_run
from netfloor.studies.compare.setup import set_up
from netfloor.studies.compare.solve import plan_names, solve_baseline
from netfloor.studies.compare.study_file import read_study
from netfloor.topologies.spec import build

#: The keys that the issue promises, of a row and of its figures.
ROW_KEYS = {"network", "room", "figures", "published", "baselines"}
FIGURE_KEYS = {
    "switches", "radix", "links", "mean_cable_m", "max_cable_m", "lower_bound_m", "gap",
    "copper_links", "optical_links", "bisection_links", "bisection_lower_links", "network_power_w",
    "mw_per_gbps", "cable_cost", "mean_latency_ns", "max_latency_ns",
}  # fmt: skip
ASSUMPTIONS = {"cost_set", "power_set", "electrical_reach_m", "switch_ns", "link_gbps"}
FILES = {".netfloor-output", "report.html", "report.md", "rows.csv", "report.json", "plans"}
NETWORKS = ["slimfly:3", "file:ring.edges", "random:20,4"]


@pytest.fixture
def plain_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the formats with drawings out: they take longer than all else."""
    kept = {name: writer for name, writer in WRITERS.items() if name != "report.html"}
    monkeypatch.setattr(compare_run, "WRITERS", kept)


def test_the_report_has_the_promised_keys(report: Any) -> None:
    """Programs that read report.json find what the issue lists."""
    assert report["schema"] == 3
    assert [row["network"] for row in report["rows"]] == NETWORKS
    assert report["assumptions"].keys() >= ASSUMPTIONS
    for row in report["rows"]:
        assert row.keys() >= ROW_KEYS
        assert {key for key in FIGURE_KEYS if row["figures"][key] is None} == set()
        assert row["baselines"].keys() == {"random", "skywalk"}
        for baseline in row["baselines"].values():
            assert set(baseline["placed"]) >= set(measures()) == FIGURE_KEYS
            unproved = {"cable_bound_m", "lower_bound_m", "gap", "bisection_lower_links"}
            assert set(baseline["unplaced"]) == set(baseline["placed"]) - unproved
            assert all(one.keys() == {"mean", "std", "n"} for one in baseline["placed"].values())
            assert (baseline["placed"]["gap"]["n"], baseline["unplaced"]["links"]["n"]) == (1, 2)


def test_published_figures_stand_in_the_papers_room_only(report: Any) -> None:
    """A study without a printed table has none."""
    assert [row["published"] for row in report["rows"]] == [{}, {}, {}]


def test_every_file_is_written(reports: Mapping[int, Path]) -> None:
    """The folder holds the report in every format, a plan for each network, and no scrap."""
    out = reports[1]
    assert {path.name for path in out.iterdir()} == FILES
    assert len(list((out / "plans").iterdir())) == 3
    assert len(list(csv.DictReader((out / "rows.csv").open()))) == 3 + 2 * 2 * 2


def test_every_plan_verifies_and_is_that_of_its_row(report: Any, reports: Mapping[int, Path]) -> None:
    """The figures of a row are those that verification derives from its plan."""
    for row in report["rows"]:
        found = verify_plan(reports[1] / row["plan"])
        assert found.problems == ()
        figures = row["figures"]
        assert figures["mean_cable_m"] == found.figures.mean_cable_m
        assert figures["max_cable_m"] == found.figures.max_cable_m
        assert figures["lower_bound_m"] == found.figures.lower_bound_m
        assert figures["gap"] == found.figures.gap


def test_the_figures_of_a_row_follow_from_its_plan(report: Any, reports: Mapping[int, Path]) -> None:
    """Counts, watts and bandwidth are recomputed from the cables, the plain way."""
    ports = {
        row.coefficient: float(row.value) for row in load_power_set("spectralfly-2022-ports").coefficients()
    }
    for row in report["rows"]:
        cables = json.loads((reports[1] / row["plan"]).read_text())["cables"]["length_mm"]
        metres = np.array(cables) / 1000
        electrical = int((metres <= report["assumptions"]["electrical_reach_m"]).sum())
        figures = row["figures"]
        assert figures["links"] == len(cables)
        assert (figures["copper_links"], figures["optical_links"]) == (electrical, len(cables) - electrical)
        watts = 2 * (
            electrical * ports["electrical port"] + (len(cables) - electrical) * ports["optical port"]
        )
        assert figures["network_power_w"] == pytest.approx(watts)
        assert figures["mw_per_gbps"] == pytest.approx(watts * 1000 / (figures["bisection_links"] * 100))
        endpoints = 2 * figures["switches"]
        assert figures["endpoints"] == endpoints
        assert figures["cable_m_per_endpoint"] == pytest.approx(metres.sum() / endpoints)


def test_a_given_room_holds_its_class_and_the_baselines(report: Any) -> None:
    """A class in a room of its own has that room; the other class has the paper's."""
    assert [row["room"] for row in report["rows"]] == ["3 x 5 cabinets", "3 x 5 cabinets", "2 x 6 cabinets"]
    assert "rows=3,columns=5" in report["rows"][0]["baselines"]["skywalk"]["spec"]


def test_a_bound_is_below_and_a_bisection_around(report: Any) -> None:
    """Bounds bound."""
    for one in (row["figures"] for row in report["rows"]):
        assert 0 < one["lower_bound_m"] <= one["mean_cable_m"] <= one["max_cable_m"]
        assert 0 < one["bisection_lower_links"] <= one["bisection_links"] <= one["links"]
        assert one["mean_latency_ns"] <= one["max_latency_ns"]


def test_workers_change_nothing_but_the_time(reports: Mapping[int, Path]) -> None:
    """One worker and two write the same plans and the same report in every format, byte for byte."""
    one, two = (
        {
            path.relative_to(reports[n]): path.read_bytes()
            for path in reports[n].rglob("*")
            if path.is_file()
        }
        for n in (1, 2)
    )
    assert one == two


@pytest.mark.usefixtures("plain_report")
def test_json_is_the_report(cli: Any, study_folder: Path, here: Path, report: Any) -> None:
    """``--json`` prints what report.json holds, and nothing else."""
    ran = cli("compare", study_folder / "study.toml", "--out", "out", "--json", "--quiet")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json() == json.loads((here / "out" / "report.json").read_text())
    assert ran.json() == report


def test_a_person_gets_two_tables(cli: Any, study_folder: Path, here: Path) -> None:
    """Every network has a line in each, and the remark says what was written."""
    ran = cli("compare", study_folder / "study.toml", "--out", "out", "--verbose")
    assert all(ran.out.count(f"{network} ") == 2 for network in NETWORKS)
    assert "paper" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 81
    took, written = ran.err.splitlines()
    assert [*re.sub(r"[0-9.]+ s", "S", took).split(", ")] == [
        "placed in: slimfly:3 S", "file:ring.edges S", "random:20,4 S"
    ]  # fmt: skip
    assert written.startswith("written: ")
    assert ran.err.rstrip().endswith("in out")
    assert (here / "out").is_dir()


@pytest.mark.usefixtures("plain_report")
def test_the_study_can_be_overridden(cli: Any, study_folder: Path, here: Path, report: Any) -> None:
    """Seed and effort on the command line stand in the report and the plans."""
    line = ("compare", study_folder / "study.toml", "--out", "out", "--seed", 9, "--iterations", 500)
    other = cli(*line, "--json").json()
    assert (other["provenance"]["seed"], other["provenance"]["iterations per solve"]) == (9, 500)
    plan = json.loads((here / "out" / "plans" / "slimfly-3.json").read_text())
    assert (plan["solver"]["seed"], plan["solver"]["iterations"]) == (9, 500)
    placed, bounded = (one["rows"][0]["figures"] for one in (other, report))
    assert placed["mean_cable_m"] >= bounded["lower_bound_m"]


@pytest.mark.parametrize(("kinds", "placed"), [("[]", 0), ('["random"]', 0), ('["skywalk"]', 1)])
def test_baselines_can_be_left_out(kinds: str, placed: int, cli: Any, here: Path) -> None:
    """A study without baselines, or without placed ones, is a study."""
    (here / "study.toml").write_text(
        f"endpoints_per_router = 0\n[solver]\niterations = 500\n[models]\nbisection_seeds = 1\n"
        f"[baselines]\nkinds = {kinds}\nunplaced = 1\nplaced = {placed}\n"
        '[[classes]]\nname = "a"\nnetworks = ["slimfly:3"]\n'
    )
    ran = cli("compare", "study.toml", "--out", "out", "--json").json()["rows"][0]
    assert list(ran["baselines"]) == json.loads(kinds)
    assert all(bool(one["placed"]) == bool(placed) for one in ran["baselines"].values())
    assert cli("compare", "study.toml", "--out", "out").code == 0
    assert (here / "out" / "report.html").exists()


def test_small_networks_compare(cli: Any, here: Path) -> None:
    """Two routers, a ring, a star and parallel links are networks too."""
    graphs = {"pair": "a b 3\n", "ring": "a b\nb c\nc d\nd e\ne a\n", "star": "h a\nh b\nh c\n"}
    for name, text in graphs.items():
        (here / f"{name}.edges").write_text(text)
    networks = json.dumps([f"file:{name}.edges" for name in graphs])
    (here / "study.toml").write_text(
        "[solver]\niterations = 200\n[models]\nbisection_seeds = 1\n"
        '[baselines]\nkinds = ["random"]\nunplaced = 2\nplaced = 1\n'
        f'[[classes]]\nname = "small"\nnetworks = {networks}\n'
    )
    rows = cli("compare", "study.toml", "--out", "out", "--json").json()["rows"]
    assert [row["figures"]["links"] for row in rows] == [3, 5, 3]
    assert [row["figures"]["cable_m_per_endpoint"] for row in rows] == [None] * 3
    assert all(verify_plan(here / "out" / row["plan"]).ok for row in rows)


def test_the_printed_figures_of_the_paper(cli: Any, here: Path) -> None:
    """Where a study names a printed table, its figures and their ratio stand beside ours."""
    (here / "study.toml").write_text(
        'published = "spectralfly_table2"\n[solver]\niterations = 2000\n[models]\nbisection_seeds = 1\n'
        '[baselines]\nkinds = []\n[[classes]]\nname = "a"\nnetworks = ["lps:11,7"]\n'
    )
    (row,) = cli("compare", "study.toml", "--out", "out", "--json").json()["rows"]
    assert row["published"]["mean_cable_m"] == 8.02  # SpectralFly, Table II
    assert row["ratio_to_published"]["mean_cable_m"] == pytest.approx(row["figures"]["mean_cable_m"] / 8.02)
    assert "paper" in cli("compare", "study.toml", "--out", "out", "--verbose").out


@pytest.mark.usefixtures("plain_report")
@pytest.mark.parametrize(
    ("found", "force", "code"),
    [
        ("nothing", False, 0),
        ("an empty folder", False, 0),
        ("a full folder", False, 3),
        ("a full folder", True, 0),
        ("a file", False, 3),
        ("a file", True, 3),
    ],
)
def test_the_folder_of_others_is_kept(
    found: str, force: bool, code: int, cli: Any, study_folder: Path, here: Path
) -> None:
    """A new or empty folder is filled, one of others' only by force, and a file never becomes one."""
    out = here / "out"
    if found.endswith("folder"):
        out.mkdir()
    if found == "a full folder":
        (out / "mine.txt").write_text("x")
    if found == "a file":
        out.write_text("x")
    before = sorted(here.rglob("*"))
    line = ("compare", study_folder / "study.toml", "--out", out, "--iterations", 200)
    ran = cli(*line, *(["--force"] if force else []))
    assert ran.code == code
    if code:
        assert ran.out == ""
        assert sorted(here.rglob("*")) == before
    else:
        assert {path.name for path in out.iterdir()} == FILES - {"report.html"}


@pytest.mark.usefixtures("plain_report")
def test_our_own_folder_is_replaced_as_a_whole(cli: Any, study_folder: Path, here: Path) -> None:
    """What an earlier report left is gone, without force."""
    line = ("compare", study_folder / "study.toml", "--out", "out", "--iterations", 200)
    assert cli(*line).code == 0
    (here / "out" / "plans" / "old.json").write_text("{}")
    assert cli(*line).code == 0
    assert not (here / "out" / "plans" / "old.json").exists()


@pytest.mark.usefixtures("plain_report")
@pytest.mark.parametrize("out", ["/proc/report", "study.toml/out", "/dev/full"])
def test_a_folder_that_cannot_be_written(out: str, cli: Any, study_folder: Path, here: Path) -> None:
    """The folder is looked at before the work starts, or nothing is left of it."""
    (here / "study.toml").write_text((study_folder / "study.toml").read_text())
    ran = cli("compare", study_folder / "study.toml", "--out", out, "--iterations", 200)
    assert (ran.code, ran.out) == (3, "")
    assert out.rsplit("/", maxsplit=1)[-1] in ran.err


def test_reports_name_no_folder(reports: Mapping[int, Path]) -> None:
    """Neither report nor plans tell where they were made."""
    folder = str(reports[1].parent.parent)
    for path in reports[1].rglob("*"):
        assert path.is_dir() or folder not in path.read_text()


def test_plan_names_are_safe_short_and_different() -> None:
    """Whatever a spec looks like, its plan has a file name of its own."""
    specs = ["lps:11,7", "LPS:11;7", "file:../../etc/passwd", "", "x" * 500, "::", "lps 11 7"]
    names = plan_names(specs)
    assert names[:3] == ["plans/lps-11-7.json", "plans/lps-11-7-2.json", "plans/file-etc-passwd.json"]
    assert len({name.lower() for name in names}) == len(specs)
    assert all(len(name) < 100 and ".." not in name for name in names)


def test_a_baseline_network_is_of_the_size_asked_for(report: Any) -> None:
    """The baselines of a class are like its largest network."""
    sizes = {row["network"]: row["baselines"]["random"]["spec"] for row in report["rows"]}
    ring = build("random:18,5")
    assert sizes == {
        "slimfly:3": "random:18,5",
        "file:ring.edges": "random:18,5",
        "random:20,4": "random:20,4",
    }
    assert report["rows"][0]["baselines"]["random"]["unplaced"]["links"]["mean"] == ring.link_count


def test_a_placed_baseline_that_was_cut_short_is_left_out(study_folder: Path) -> None:
    """With less effort than the networks it would flatter them; where it stands unplaced it counts."""
    path = study_folder / "study.toml"
    setup = set_up(path, read_study(path))
    entry = next(entry for entry in setup.baselines if entry.also_placed)
    interrupt = Interrupt()
    assert solve_baseline(setup, entry, SilentObserver(), interrupt).placed is not None
    interrupt.ask()
    solved = solve_baseline(setup, entry, SilentObserver(), interrupt)
    assert solved.placed is None
    assert solved.unplaced.figures["links"] == 45


def test_baselines_that_are_one_network_say_so(cli: Any, here: Path) -> None:
    """SkyWalk's rule leaves nothing to chance on few switches: three seeds, one network, no spread."""
    seeds = [build(f"skywalk:50,7,rows=3,columns=10,per_cabinet=2,seed={seed}").links for seed in range(3)]
    assert all(np.array_equal(seeds[0], other) for other in seeds)
    (here / "study.toml").write_text(
        "[solver]\niterations = 200\n[models]\nbisection_seeds = 1\n[baselines]\nunplaced = 3\nplaced = 1\n"
        '[[classes]]\nname = "a"\nnetworks = ["slimfly:5"]\nbaseline = { routers = 50, radix = 7 }\n'
    )
    baselines = cli("compare", "study.toml", "--out", "out", "--json").json()["rows"][0]["baselines"]
    assert any("its 3 instances are the same network" in note for note in baselines["skywalk"]["notes"])
    assert not baselines["random"]["notes"]
    assert "its 3 instances are the same network" in (here / "out/report.md").read_text()
