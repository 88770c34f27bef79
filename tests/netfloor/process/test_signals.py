"""Ctrl-C and SIGTERM keep what was found; a second one insists."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from netfloor import exit_codes
from netfloor.foundation.interrupt import Interrupt, Interrupted, defer_interrupts
from netfloor.foundation.observer import SILENT
from netfloor.plans.verify import verify_plan
from netfloor.process.signals import ENDING, working
from netfloor.studies.place import LayoutRequest, run_layout

ROOT = Path(__file__).parents[3]
#: Runs a command line whose observer sends signals to its own process at its third hearing.
CHILD = """
import contextlib, os, sys
import netfloor.process.signals as module
from netfloor.foundation.observer import SilentObserver

class Impatient(SilentObserver):
    heard = 0
    def advanced(self, task, done, note=""):
        self.heard += 1
        if self.heard == 3:
            for _ in range({times}):
                os.kill(os.getpid(), {signal})

@contextlib.contextmanager
def watching(*, quiet):
    yield Impatient()

module.watching = watching
from netfloor.__main__ import main
sys.argv = ["netfloor", *{line!r}]
main()
"""
LAYOUT = ("layout", "slimfly:5", "--seconds", "60", "--workers", "1", "--out", "plan.json")
Signalled = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def signalled(here: Path) -> Signalled:
    """Run a command that is sent a signal once or twice while it works."""

    def call(number: int, line: tuple[str, ...], times: int = 1) -> subprocess.CompletedProcess[str]:
        script = CHILD.format(times=times, signal=int(number), line=list(line))
        command = [sys.executable, "-c", script]
        return subprocess.run(  # noqa: S603
            command, check=False, capture_output=True, text=True, cwd=here, timeout=50
        )

    return call


@pytest.mark.parametrize("number", ENDING)
def test_an_interrupted_layout_leaves_a_good_plan(
    number: signal.Signals, signalled: Signalled, here: Path
) -> None:
    """The best placement so far is written, verifies, and says that it was interrupted."""
    ran = signalled(number, LAYOUT)
    assert ran.returncode == exit_codes.INTERRUPTED
    assert "(interrupted)" in ran.stdout
    assert ran.stderr == "netfloor: interrupted; the plan holds the best placement so far\n"
    assert verify_plan(here / "plan.json").ok


def test_json_of_an_interrupted_layout(signalled: Signalled) -> None:
    """A program reads the status and the code."""
    ran = signalled(signal.SIGINT, (*LAYOUT, "--json"))
    assert ran.returncode == exit_codes.INTERRUPTED
    assert '"status": "interrupted"' in ran.stdout


def test_a_second_signal_ends_at_once(signalled: Signalled, here: Path) -> None:
    """Who insists gets an end without a plan, and no scrap is left."""
    ran = signalled(signal.SIGINT, LAYOUT, times=2)
    assert (ran.returncode, ran.stdout) == (exit_codes.INTERRUPTED, "")
    assert ran.stderr == "netfloor: interrupted twice\n"
    assert not any(here.iterdir())


def test_an_interrupted_comparison_keeps_what_was_finished(
    signalled: Signalled, study_folder: Path, here: Path
) -> None:
    """The report holds the networks that were placed, says so, and its plans verify."""
    line = ("compare", str(study_folder / "study.toml"), "--out", "out", "--workers", "1")
    ran = signalled(signal.SIGTERM, line)
    assert ran.returncode == exit_codes.INTERRUPTED
    assert "interrupted; the report has the finished part" in ran.stderr
    assert "INTERRUPTED" in (here / "out" / "report.md").read_text()
    plans = list((here / "out" / "plans").iterdir())
    assert len(plans) == 1
    assert verify_plan(plans[0]).ok
    (row,) = json.loads((here / "out" / "report.json").read_text())["rows"]
    assert (row["status"], row["baselines"]) == ("interrupted", {})


#: A process whose main thread waits for ever inside a library, which signals do not end.
DEAF = """
import ctypes, netfloor.process.signals as module
module.end_on_signals()
print("deaf", flush=True)
lock = ctypes.create_string_buffer(128)
for _ in range(2):
    ctypes.CDLL(None).pthread_mutex_lock(lock)
"""


def test_who_waits_for_signals_does_not_keep_a_process_alive() -> None:
    """A process that has done its work ends."""
    script = "import netfloor.process.signals as module; module.end_on_signals()"
    ran = subprocess.run([sys.executable, "-c", script], check=False, timeout=50)  # noqa: S603
    assert ran.returncode == 0


@pytest.mark.parametrize("number", ENDING)
def test_a_library_that_does_not_come_back_is_ended(number: signal.Signals) -> None:
    """Though the main thread never hears the signal."""
    command = [sys.executable, "-c", DEAF]
    with subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "deaf\n"
        process.send_signal(number)
        _, err = process.communicate(timeout=50)
    assert (process.returncode, err) == (exit_codes.INTERRUPTED, "netfloor: interrupted\n")


def test_the_first_signal_asks() -> None:
    """Inside, a signal is a request."""
    with working(quiet=True) as (_, interrupt), interrupt.handle_interrupts():
        assert not interrupt.asked
        os.kill(os.getpid(), signal.SIGINT)
        assert interrupt.asked


def test_writing_is_not_disturbed() -> None:
    """While a result is written, signals are ignored, inside a solve too."""
    with working(quiet=True) as (_, interrupt), interrupt.handle_interrupts(), defer_interrupts():
        for number in ENDING:
            os.kill(os.getpid(), number)
        assert not interrupt.asked


def test_handlers_are_put_back() -> None:
    """What a caller had set is set again, after an error as well."""
    before = [signal.getsignal(number) for number in ENDING]
    with pytest.raises(Interrupted), working(quiet=True), defer_interrupts():
        raise Interrupted
    assert [signal.getsignal(number) for number in ENDING] == before


def test_a_study_runs_in_any_thread(tmp_path: Path) -> None:
    """The library hears no signals: who runs a study in a thread ends it by asking."""
    interrupt = Interrupt()
    request = LayoutRequest(
        "slimfly:5", None, tmp_path / "p.json", "anneal", None, 60.0, 1, 0, 1, None, 100.0
    )
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run_layout, request, SILENT, interrupt, force=False)
        interrupt.ask()
        assert running.result(50).interrupted
    assert verify_plan(tmp_path / "p.json").ok


def test_no_solver_keeps_ctrl_c_to_itself() -> None:
    """CP-SAT would take SIGINT for itself, end its search alone, and the command would go on."""
    for path in ROOT.glob("[a-z]*/**/*.py"):
        if path.relative_to(ROOT).parts[0] != "tests" and "CpSolver()" in (text := path.read_text()):
            assert "catch_sigint_signal = False" in text, path
