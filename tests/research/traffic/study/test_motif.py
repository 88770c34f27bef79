"""Motifs by command: studies that continue, speedups, mappings from files, refusals and exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from netfloor.cli import app
from netfloor.foundation.checkpoint import with_checksum
from netfloor.foundation.errors import InputError, NetfloorError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT, Observer
from netfloor.research.traffic.motifs.schedule import MotifSettings
from netfloor.research.traffic.motifs.series import MotifReport
from netfloor.research.traffic.study.motif import MotifRequest, MotifRunOptions, run_motifs
from netfloor.research.traffic.study.motif_file import read_motif_study, requests_of, run_motif_study
from netfloor.studies.named_network import NetworkRequest

STUDY = Path(__file__).parents[3] / "reliability/same_bytes/inputs/motifs.toml"
TORUS = NetworkRequest("torus:4x3", 2)


class AsksAt(Observer):
    """Asks for an interrupt when so many runs are done."""

    def __init__(self, interrupt: Interrupt, runs: int) -> None:
        self.interrupt, self.runs = interrupt, runs

    def advanced(self, task: str, done: float, note: str = "") -> None:  # noqa: ARG002
        """Ask where they are."""
        if done == self.runs:
            self.interrupt.ask()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, MotifReport]:
    """Return the folder and the report of a study that ran at once."""
    out = tmp_path_factory.mktemp("motifs") / "whole"
    return out, run_motif_study(STUDY, MotifRunOptions(out=out), SILENT, Interrupt(), force=False)


def test_a_study_that_was_interrupted_ends_in_the_same_bytes(
    whole: tuple[Path, MotifReport], tmp_path: Path
) -> None:
    """Finished runs are taken over; nothing is written before all are; the workers change nothing."""
    how = MotifRunOptions(2, tmp_path / "runs", tmp_path / "out")
    interrupt = Interrupt()
    stopped = run_motif_study(STUDY, how, AsksAt(interrupt, 4), interrupt, force=False)
    assert stopped.interrupted
    assert (tmp_path / "runs").exists()
    assert not (tmp_path / "out").exists()
    assert len(stopped.series) == 2
    run_motif_study(STUDY, how, SILENT, Interrupt(), force=False)
    names = sorted(path.name for path in whole[0].iterdir())
    assert names == sorted(path.name for path in (tmp_path / "out").iterdir())
    assert all((whole[0] / name).read_bytes() == (tmp_path / "out" / name).read_bytes() for name in names)


def test_a_damaged_result_is_refused(tmp_path: Path) -> None:
    """A file that is no result of this run is named, and not overwritten."""
    request, how = MotifRequest(TORUS, ranks=4), MotifRunOptions(results=tmp_path)
    run_motifs("one", [request], how)
    (path,) = tmp_path.iterdir()
    path.write_text(path.read_text().replace('"hops"', '"hop"'))
    with pytest.raises(InputError, match="is damaged"):
        run_motifs("one", [request], how)


@pytest.mark.parametrize(
    "wrong", [{"seed": 9}, {"cycles": "5"}, {"mean_ended": None}, {"path": [[1, 2]]}, {"hops": 1.5}]
)
def test_a_kept_run_of_wrong_types_is_refused(wrong: dict[str, Any], tmp_path: Path) -> None:
    """Whoever makes its checksum right has not made it a run of this seed."""
    request, how = MotifRequest(TORUS, ranks=4), MotifRunOptions(results=tmp_path)
    run_motifs("one", [request], how)
    (path,) = tmp_path.iterdir()
    document = json.loads(path.read_text())
    run = {key: value for key, value in document["run"].items() if key != "sha256"}
    path.write_text(json.dumps(document | {"run": with_checksum(run | wrong)}))
    with pytest.raises(InputError, match="is damaged"):
        run_motifs("one", [request], how)


def test_speedups_are_ratios_of_runtimes(whole: tuple[Path, MotifReport]) -> None:
    """Of the same motif, routing, mapping and size on the network that is named, whose own is 1."""
    report = whole[1]
    by_name = {series.name: series for series in report.series}
    assert len(by_name) == len(report.series) == 8
    for series in report.series:
        base = next(
            one
            for one in report.series
            if one.name.network == "torus"
            and (one.name.motif, one.name.size_bytes) == (series.name.motif, series.name.size_bytes)
        )
        assert report.speedup(series) == base.cycles.mean / series.cycles.mean
        assert series.seconds.mean == pytest.approx(series.cycles.mean * 64 * 8 / 100e9)
    document = json.loads((whole[0] / "report.json").read_text())
    assert [one["speedup"] for one in document["series"] if one["network"] == "torus"] == [1.0] * 4


def test_mappings_come_from_files(tmp_path: Path) -> None:
    """A line for each rank says where it runs: the same as a mapping by name, and the same runtime."""
    path = tmp_path / "ranks.csv"
    path.write_text("rank,endpoint\n" + "".join(f"{rank},{rank}\n" for rank in reversed(range(6))))
    runs = [
        run_motifs("one", [MotifRequest(TORUS, mapping=mapping, ranks=ranks)], MotifRunOptions())
        .series[0]
        .runs
        for mapping, ranks in ((str(path), None), ("linear", 6))
    ]
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rank,endpoint\n0,1\n1,1\n", "endpoint 1 is given twice, to ranks 0 and 1"),
        ("rank,endpoint\n0,1\n0,2\n", "rank 0 is given twice"),
        ("rank,endpoint\n0,1\n2,2\n", "there is no rank '2'"),
        ("rank,endpoint\n0,1\n1,24\n", "there is no endpoint '24'"),
        ("rank,endpoint\n0,1\n", "1 ranks on 24 endpoints"),
        ("rank,endpoint\n0\n", "1 columns"),
        ("cabinet\nA01\n", "only a plan has cabinets"),
        ("1,2\n", "is not a mapping"),
        ("", "is empty"),
    ],
)
def test_mappings_that_fit_nothing_are_refused(text: str, said: str, tmp_path: Path) -> None:
    """The file, the line, and what is wrong with it."""
    path = tmp_path / "ranks.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=said):
        run_motifs("one", [MotifRequest(TORUS, mapping=str(path))], MotifRunOptions())


def test_cabinets_of_a_plan_are_filled_in_turn(tmp_path: Path) -> None:
    """By name in their order, by file in that of the file; a cabinet twice is refused."""
    plan, path = tmp_path / "plan.json", tmp_path / "cabinets.csv"
    line = f"layout torus:4 --endpoints 2 --room grid:2x2 --iterations 50 --out {plan}"
    assert CliRunner().invoke(app, line.split()).exit_code == 0
    asked = MotifRequest(NetworkRequest(str(plan)), "all-to-all", mapping="cabinets", ranks=5)
    series = run_motifs("one", [asked], MotifRunOptions()).series[0]
    assert "2 cabinets filled in turn" in dict(series.facts.about)["ranks"]
    path.write_text("cabinet\nnowhere\n")
    with pytest.raises(InputError, match="no switches in cabinet 'nowhere'"):
        run_motifs("one", [MotifRequest(NetworkRequest(str(plan)), mapping=str(path))], MotifRunOptions())


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("torus:4 --endpoints 1 --ranks 5", 3, "5 ranks on 4 endpoints"),
        ("torus:4 --endpoints 1 --bytes 0", 3, "bytes: is 0"),
        ("torus:4 --endpoints 1 --motif odd", 3, "no motif 'odd'"),
        ("torus:4 --endpoints 1 --mapping odd", 3, "no mapping 'odd'"),
        ("torus:4 --endpoints 1 --seeds 0", 3, "seeds: is 0"),
        ("torus:8 --endpoints 1 --virtual-channels one", 4, "packets can deadlock"),
    ],
)
def test_what_cannot_be_run_is_refused(line: str, code: int, said: str) -> None:
    """The exit code, the setting and why."""
    refused = CliRunner().invoke(app, ["traffic", "motif", *line.split()]).exception
    assert isinstance(refused, NetfloorError)
    assert refused.exit_code == code
    assert said in str(refused)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("against = 'torus'", "against = 'ring'"), "there is no network 'ring'"),
        (("scales = [1, 4]", "scales = [2, 2]"), "scale '2' is given twice"),
        (("bytes = 256", "bytes = 0"), "is 0"),
    ],
)
def test_studies_are_checked(change: tuple[str, str], said: str, tmp_path: Path) -> None:
    """What is wrong in a file is named."""
    path = tmp_path / "study.toml"
    text = STUDY.read_text().replace('"', "'")
    assert change[0] in text
    path.write_text(text.replace(*change))
    with pytest.raises(InputError, match=said):
        run_motif_study(path, MotifRunOptions(), SILENT, Interrupt(), force=False)


def test_settings_of_a_study_reach_its_motifs() -> None:
    """Scales multiply the bytes."""
    sizes = [one.settings for one in requests_of(read_motif_study(STUDY))][:4]
    assert [one.size_bytes for one in sizes] == [256, 1024, 512, 2048]
    assert sizes[2] == MotifSettings(512, blocks=2, compute_cycles=3)
