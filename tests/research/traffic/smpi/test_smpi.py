"""Programs on SimGrid: resumed runs, shards and refusals by scripts in its place."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.checkpoint import with_checksum
from netfloor.foundation.errors import InputError, UnplannedStopError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT, Observer
from netfloor.research.traffic.report.smpi import SmpiReport
from netfloor.research.traffic.smpi.platform import make_platform, routes_of
from netfloor.research.traffic.smpi.programs import compile_program, find_smpi, run_program
from netfloor.research.traffic.smpi.run import SmpiRequest, read_shard, run_smpi
from netfloor.research.traffic.smpi.study_file import SmpiNetwork, SmpiStudy, read_smpi_study
from netfloor.topologies.spec import build

MPI = Path(__file__).parents[4] / "examples/mpi"
#: Takes a program for compiled unless it says "syntax".
SMPICC = """#!/bin/sh
if grep -q syntax "$4"; then echo "$4:1: error: syntax" >&2; exit 1; fi
cp "$4" "$3" && chmod +x "$3"
"""
#: Runs the program, which is a shell script then, with the number of routes, and counts the call.
SMPIRUN = """#!/bin/sh
if [ "$1" = --version ]; then echo "SimGrid version 9.87"; exit; fi
echo x >> "$CALLS"
for word; do case "$word" in *.xml) platform="$word";; /*/one | /*/two) program="$word";; esac; done
exec "$program" "$(grep -c link_ctn "$platform")"
"""
TELLS = 'echo "seconds 0.0$1"'
STUDY = """
kernels = [{ name = "one", program = "one.c" }, { name = "two", program = "two.c", size = 7 }]
networks = [
    { series = "torus", network = "torus:4x4" },
    { series = "other", network = "circulant:16:1,6" },
    { series = "other", network = "complete:4" },
    { series = "torus", network = "torus:2x2" },
]
"""


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a study of two programs on four networks; smpicc and smpirun are scripts."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, text in (("smpicc", SMPICC), ("smpirun", SMPIRUN)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    for name in ("one.c", "two.c"):
        (tmp_path / name).write_text(f"#!/bin/sh\n{TELLS}\n")
    (tmp_path / "study.toml").write_text(STUDY)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.setenv("CALLS", str(tmp_path / "calls"))
    return tmp_path / "study.toml"


def run(study: Path, out: str, interrupt: Interrupt | None = None, **more: Any) -> SmpiReport:
    """Run a study into a folder beside it."""
    request = SmpiRequest(study, study.parent / out, **more)
    return run_smpi(request, more.pop("observer", SILENT), interrupt or Interrupt(), force=False)


def files(folder: Path) -> dict[str, bytes]:
    """Return the content of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_shards_and_later_runs_give_the_same_bytes(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two shards into one folder, put together where SimGrid is not installed; a part has no means."""
    whole = run(study, "whole")
    kept = study.parent / "kept"
    first = run(study, "first", results=kept, shard="1/2")
    assert (first.missing, first.average("other")) == (4, None)
    assert any("4 of 8 runs have not been made" in note for note in first.notes)
    run(study, "second", results=kept, shard="2/2")
    calls = (study.parent / "calls").read_text()
    assert calls.count("x") == 8 + 8
    monkeypatch.setenv("PATH", "")
    joined = run(study, "joined", results=kept)
    assert files(study.parent / "joined") == files(study.parent / "whole")
    assert joined == whole
    assert (study.parent / "calls").read_text() == calls


def test_a_time_is_kept_with_simgrids_version(study: Path) -> None:
    """Shown with the model, and kept with the run, typed and with a checksum."""
    kept = study.parent / "kept"
    report = run(study, "first", results=kept)
    assert "Simulated by SimGrid 9.87." in report.notes
    assert "CM02" in report.machine
    assert "CM02" in (study.parent / "first/report.html").read_text()
    one = min(kept.iterdir())
    document = json.loads(one.read_text())
    assert document["run"]["simgrid"] == "9.87"
    right = {"seconds": document["run"]["seconds"], "simgrid": "9.87"}
    for wrong in ({"simgrid": 3}, {"seconds": "1"}, {"seconds": -1.0}, {"seconds": None}):
        one.write_text(json.dumps(document | {"run": with_checksum(right | wrong)}))
        with pytest.raises(InputError, match="damaged"):
            run(study, "broken", results=kept)
    one.write_text(json.dumps(document | {"run": document["run"] | {"seconds": 1.0}}))
    with pytest.raises(InputError, match="damaged: a run in it was changed"):
        run(study, "broken", results=kept)


class AsksAt(Observer):
    """Asks for an interrupt when a run begins."""

    def __init__(self, interrupt: Interrupt, number: int) -> None:
        self.interrupt, self.number = interrupt, number

    def advanced(self, task: str, done: float, note: str = "") -> None:  # noqa: ARG002
        """Ask where so many runs are done."""
        if done == self.number:
            self.interrupt.ask()


def test_an_interrupt_keeps_what_was_finished(study: Path) -> None:
    """No report is written; the next run makes the rest alone."""
    interrupt, kept = Interrupt(), study.parent / "kept"
    request = SmpiRequest(study, study.parent / "out", kept)
    stopped = run_smpi(request, AsksAt(interrupt, 3), interrupt, force=False)
    assert stopped.interrupted
    assert not (study.parent / "out").exists()
    assert len(files(kept)) == 3
    run(study, "out", results=kept)
    assert (study.parent / "calls").read_text().count("x") == 8


def test_what_is_stopped_is_gone(study: Path) -> None:
    """An interrupt ends smpirun and what it started, whose time is not kept."""
    told = study.parent / "pid"
    (study.parent / "one.c").write_text(f"#!/bin/sh\nsleep 60 & echo $! > {told}; wait\n")
    programs = find_smpi()
    program = compile_program(programs, study.parent / "one.c", study.parent, lambda: False)
    files = study, study
    stopped = run_program(
        programs, program, [], files, 4, "mpich", lambda: told.exists() and told.read_text() > ""
    )
    assert stopped is None
    state = Path(f"/proc/{told.read_text().strip()}/stat")
    ended = time.monotonic() + 10  # a signal takes effect when the process is next run
    while state.exists() and state.read_text().split()[2] != "Z" and time.monotonic() < ended:
        time.sleep(0.05)
    assert not state.exists() or state.read_text().split()[2] == "Z"


def test_a_program_may_be_left_out_of_large_networks(study: Path) -> None:
    """Its averages are over the others."""
    study.write_text(STUDY.replace("size = 7 }", "size = 7, most_ranks = 4 }"))
    report = run(study, "out")
    assert [(one.kernel, one.ranks) for one in report.runs].count(("two", 16)) == 0
    assert report.average("other", "two") == pytest.approx(report.ratio(report.runs[-3]))
    assert report.average("other") is not None


def test_a_ratio_is_to_the_series_of_as_many_ranks(study: Path) -> None:
    """Time there over time here, the mean of sizes, then of programs."""
    report = run(study, "out")
    for one in report.runs:
        base = next(
            two
            for two in report.runs
            if (two.series, two.ranks, two.kernel) == ("torus", one.ranks, one.kernel)
        )
        assert report.ratio(one) == pytest.approx(base.seconds / one.seconds)
    of_one = [report.ratio(one) for one in report.runs if (one.series, one.kernel) == ("other", "one")]
    assert report.average("other", "one") == pytest.approx(sum(of_one) / 2)
    document = json.loads((study.parent / "out/report.json").read_text())
    assert len(document["runs"]) == 8
    mean = next(a["ratio"] for a in document["averages"] if (a["series"], a["kernel"]) == ("other", None))
    assert mean == pytest.approx(
        (report.average("other", "one") + report.average("other", "two")) / 2, rel=1e-5
    )


@pytest.mark.parametrize(
    ("program", "error", "said"),
    [
        ("echo wrong; exit 1", UnplannedStopError, "one on 16 ranks: its answer is wrong"),
        ("echo refused: too few >&2; exit 2", InputError, "on 16 ranks: too few"),
        ("echo no such host >&2; exit 1", UnplannedStopError, "smpirun ended without a time: no such host"),
        ("echo seconds 0.1; exit 1", UnplannedStopError, "ended without a time"),
        ("syntax", InputError, "smpicc refuses it: .*error: syntax"),
    ],
)
def test_a_program_that_fails_leaves_no_time(
    study: Path, program: str, error: type[Exception], said: str
) -> None:
    """The message says which program, on how many ranks, and why; nothing is kept."""
    (study.parent / "one.c").write_text(f"#!/bin/sh\n{program}\n")
    with pytest.raises(error, match=said):
        run(study, "out", results=study.parent / "kept")
    assert files(study.parent / "kept") == {}
    assert not (study.parent / "out").exists()


def test_another_program_is_another_run(study: Path) -> None:
    """A changed source or header is run again, and so is another size; a damaged result is refused."""
    kept = study.parent / "kept"
    run(study, "out", results=kept)
    (study.parent / "shared.h").write_text("/* new */")
    run(study, "again", results=kept)
    assert (study.parent / "calls").read_text().count("x") == 16
    for path in kept.iterdir():
        path.write_text(path.read_text().replace('"seconds": ', '"seconds": -'))
    with pytest.raises(InputError, match="is damaged"):
        run(study, "third", results=kept)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("one.c", "none.c", "there is no file"),
        ('"torus:2x2"', '"moon:2"', "moon"),
        ('name = "two"', 'name = "one"', "kernel 'one' is given twice"),
        ('"torus", network', '"ring", network', "there is no series 'torus'"),
        (
            '"circulant:16:1,6"',
            '"slimfly:5", routes = "dimension-order"',
            "look the same from every switch",
        ),
    ],
)
def test_a_study_that_cannot_run_is_refused_first(study: Path, old: str, new: str, said: str) -> None:
    """Before anything runs, naming what is wrong; routes when their network comes."""
    study.write_text(STUDY.replace(old, new))
    with pytest.raises(InputError, match=said):
        run(study, "out")
    assert "routes" in new or not (study.parent / "calls").exists()


def test_shards_are_given_as_one_of_so_many(study: Path) -> None:
    """1/1 to N/N; a shard whose runs nobody keeps is refused."""
    assert read_shard("2/8") == (2, 8)
    for text in ("0/2", "3/2", "1", "a/b", "1/2/3", "-1/2"):
        with pytest.raises(InputError, match="is not a shard"):
            read_shard(text)
    with pytest.raises(InputError, match="results"):
        run(study, "out", shard="1/2")


def test_without_simgrid_the_packages_are_named(
    cli: Any, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 5."""
    monkeypatch.setenv("PATH", "")
    ran = cli("traffic", "smpi", str(study), "--out", str(study.parent / "out"))
    assert ran.code == 5
    assert "apt-get install simgrid libsimgrid-dev" in ran.err


def test_routes_are_the_papers() -> None:
    """One tree shifted on circulants, dimension order on lattices and products, else the least latency."""
    specs = {
        "circulant:16:1,6": "vertex-symmetric",
        "hypercube:4": "dimension-order",
        "circulant:4:1*complete:4": "dimension-order",
        "slimfly:5": "least-latency",
    }
    assert {spec: routes_of(build(spec)) for spec in specs} == specs


def test_hosts_are_the_nodes_or_attached_to_switches() -> None:
    """Ranks run on every host, switch by switch; a platform has a cable for each link and each endpoint."""
    kernel = {"name": "k", "program": "k.c"}
    study = SmpiStudy.model_validate(
        {"kernels": [kernel], "networks": [{"series": "torus", "network": "torus:4"}], "latency_ns": 12.5}
    )
    direct = make_platform(SmpiNetwork(series="a", network="torus:4x4"), study)
    assert direct.hosts == tuple(f"n{i}" for i in range(16))
    assert direct.text.count("<link ") == 32
    assert direct.text.count('bandwidth="10Gbps" latency="12.5ns"') == 32
    attached = make_platform(SmpiNetwork(series="a", network="torus:4x4", endpoints=2), study)
    assert attached.hosts == tuple(f"n{i}-{k}" for i in range(16) for k in range(2))
    assert attached.text.count("<link ") == 32 + 32


def test_example_studies_are_read() -> None:
    """Every program is there; Table 2's networks are five of each size, the torus first."""
    for name, sizes in (("table2.toml", 4), ("table2-large.toml", 2), ("small.toml", 0)):
        study = read_smpi_study(MPI / name)
        assert sizes in (0, len(study.networks) // 5)
        assert not sizes or [one.series for one in study.networks[::5]] == ["torus"] * sizes
