"""The qap command: what it prints and writes, and what it refuses."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor import exit_codes
from netfloor.foundation.errors import CheckFailedError, InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.layout.budget import Budget
from netfloor.layout.dense import Assignment, DenseBound
from netfloor.layout.dense.qaplib import read_instance, read_solution
from netfloor.studies.qap import QapReport, QapRequest, run_qap

NUG12 = Path(__file__).parents[1] / "data" / "nug12.dat"
KEYS = ["schema", "n", "cost", "lower_bound", "gap", "permutation", "seconds"]


def request(instance: Path = NUG12, out: Path | None = None, **options: Any) -> QapRequest:
    """Return a small request."""
    fields = {"budget": Budget(iterations=20_000), "seed": 1, "workers": 1} | options
    return QapRequest(instance, out, **fields)


def test_json_has_the_documented_keys(cli: Any) -> None:
    """One document: the optimum of Nugent's 12 (578, QAPLIB) and a permutation from 1."""
    ran = cli("qap", NUG12, "--iterations", 50_000, "--json")
    document = ran.json()
    assert (ran.code, ran.err, list(document)) == (exit_codes.DONE, "", KEYS)
    place = np.array(document["permutation"]) - 1
    assert read_instance(NUG12).cost(place) == document["cost"] == 578
    assert document["gap"] == (578 - document["lower_bound"]) / document["lower_bound"]


def test_the_solution_file_holds_what_is_printed(cli: Any, here: Path) -> None:
    """Cost and permutation, in QAPLIB's form."""
    document = cli("qap", NUG12, "--iterations", 5000, "--out", "x.sln", "--json").json()
    solution = read_solution(here / "x.sln")
    assert solution.cost == document["cost"]
    assert (solution.permutation + 1).tolist() == document["permutation"]


def test_a_person_reads_the_same(cli: Any) -> None:
    """Cost, bound with its name, effort and permutation."""
    out = cli("qap", NUG12, "--iterations", 50_000).out
    assert "cost         578\n" in out
    assert "494 (Gilmore-Lawler); gap 17.00 %" in out


def test_the_same_seed_gives_the_same_bytes(here: Path) -> None:
    """Whatever the number of workers."""
    texts = set()
    for workers in (1, 2, 4):
        out = here / f"{workers}.sln"
        run_qap(request(out=out, workers=workers), SILENT, Interrupt(), force=False)
        texts.add(out.read_bytes())
    assert len(texts) == 1


def test_a_tiny_instance_is_proved_optimal(here: Path) -> None:
    """Where all permutations are tried the gap is 0, of a negative cost too."""
    (here / "x.dat").write_text("3\n0 -1 2\n-1 4 0\n2 0 -5\n1 2 3\n4 5 6\n7 8 9\n")
    report = run_qap(request(here / "x.dat"), SILENT, Interrupt(), force=False)
    assert report.best.cost == report.bound.cost < 0
    assert report.to_dict()["gap"] == 0


def test_a_single_facility(here: Path) -> None:
    """There is one permutation."""
    (here / "x.dat").write_text("1\n3\n5\n")
    document = run_qap(request(here / "x.dat"), SILENT, Interrupt(), force=False).to_dict()
    assert (document["cost"], document["gap"], document["permutation"]) == (15, 0.0, [1])


@pytest.mark.parametrize(
    ("cost", "bound", "gap"), [(5, 4, 0.25), (0, 0, 0.0), (5, 0, None), (-1, -3, None), (3, 1, 2.0)]
)
def test_the_gap_is_a_share_of_a_positive_bound(cost: int, bound: int, gap: float | None) -> None:
    """Of nothing or less there is no share."""
    found = Assignment(np.arange(2), cost, 1)
    assert QapReport(request(), found, DenseBound(bound, "test"), 1.0, interrupted=False).gap == gap


@pytest.mark.parametrize(
    ("cost", "status", "gap"),
    [(6, "", "gap 100 %"), (3, " (optimal)", "gap 0.00 %"), (4, "", "gap 33 %")],
)
@pytest.mark.parametrize("out", [None, Path("x.sln")])
@pytest.mark.parametrize("interrupted", [False, True])
def test_a_person_reads_what_was_reached(
    cost: int, status: str, gap: str, out: Path | None, interrupted: bool
) -> None:
    """Optimal where the cost is the bound alone, interrupted where it was, and the file if there is one."""
    found, bound = Assignment(np.array([1, 0, 2]), cost, 7), DenseBound(3, "by hand")
    report = QapReport(request(out=out), found, bound, 1.25, interrupted=interrupted)
    assert report.text().splitlines() == [
        f"cost         {cost}{status}{' (interrupted)' if interrupted else ''}",
        f"lower bound  3 (by hand); {gap}",
        "permutation  2 1 3",
        f"instance     {NUG12}: 3 facilities",
        "effort       7 moves in 1.2 s, seed 1",
        *(["solution     x.sln"] if out else []),
    ]
    assert report.to_dict()["schema"] == 1


def test_seconds_include_the_bound() -> None:
    """A budget in seconds is the wall clock's."""
    report = run_qap(request(budget=Budget(seconds=0.3)), SILENT, Interrupt(), force=False)
    assert report.best.iterations > 0
    assert report.seconds >= 0.3


@pytest.mark.parametrize("text", ["", "x", "2\n1 2 3", "0"])
def test_a_bad_instance_is_invalid_input(text: str, cli: Any, here: Path) -> None:
    """One message that names the file, exit code 3, and nothing written."""
    (here / "x.dat").write_text(text)
    ran = cli("qap", "x.dat", "--out", "x.sln")
    assert ran.code == exit_codes.INVALID_INPUT
    assert "x.dat" in ran.err
    assert not (here / "x.sln").exists()


def test_an_existing_file_needs_force(here: Path) -> None:
    """What netfloor did not write stays."""
    (here / "x.sln").write_text("mine")
    with pytest.raises(InputError, match="exists"):
        run_qap(request(out=here / "x.sln"), SILENT, Interrupt(), force=False)
    assert (here / "x.sln").read_text() == "mine"
    run_qap(request(out=here / "x.sln"), SILENT, Interrupt(), force=True)
    assert read_solution(here / "x.sln").cost >= 578


@pytest.mark.usefixtures("here")
def test_two_budgets_are_wrong_usage(cli: Any) -> None:
    """Iterations or seconds."""
    assert cli("qap", NUG12, "--iterations", 5, "--seconds", 1).code == exit_codes.WRONG_USAGE


def test_a_bound_above_the_cost_is_never_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a bug, and raised as one."""
    monkeypatch.setattr("netfloor.studies.qap.lower_bound", lambda *_arguments: DenseBound(9999, "wrong"))
    with pytest.raises(CheckFailedError, match="wrong bound"):
        run_qap(request(), SILENT, Interrupt(), force=False)


def test_a_wrong_cost_is_never_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost is recomputed facility by facility."""
    found = Assignment(np.arange(12), 600, 1)
    monkeypatch.setattr("netfloor.studies.qap.search", lambda *_args, **_options: found)
    with pytest.raises(CheckFailedError, match="the check"):
        run_qap(request(), SILENT, Interrupt(), force=False)


CHILD = """
import contextlib, os, sys
import netfloor.process.signals as module
from netfloor.foundation.observer import SilentObserver

class Impatient(SilentObserver):
    asked = False
    def advanced(self, task, done, note=""):
        if not self.asked:
            self.asked = True
            os.kill(os.getpid(), {signal})

@contextlib.contextmanager
def watching(*, quiet):
    yield Impatient()

module.watching = watching
from netfloor.__main__ import main
sys.argv = ["netfloor", "qap", "big.dat", "--seconds", "20", "--workers", "1", "--out", "x.sln", "--json"]
main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_search_keeps_the_best(number: signal.Signals, here: Path) -> None:
    """The best so far is printed and written, and the code says that it was interrupted."""
    entries = np.random.default_rng(0).integers(0, 99, size=(2, 30, 30))
    (here / "big.dat").write_text("30 " + " ".join(map(str, entries.ravel())))
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", CHILD.format(signal=int(number))],
        check=False, capture_output=True, text=True, cwd=here, timeout=50,
    )  # fmt: skip
    assert ran.returncode == exit_codes.INTERRUPTED
    document = json.loads(ran.stdout)
    assert document["seconds"] < 20
    assert read_solution(here / "x.sln").cost == document["cost"]


def test_an_instance_is_found_from_anywhere(here: Path, cli: Any) -> None:
    """By a relative path."""
    shutil.copy(NUG12, here / "copy.dat")
    assert cli("qap", "copy.dat", "--iterations", 10, "--json").code == exit_codes.DONE
